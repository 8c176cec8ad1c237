"""AgentUE 1.1, profile `resume`: a delivery that goes on where an earlier one broke off (6).

    resume(log, cursor)    the events of that delivery; raises Rejected
"""

from delivery import Order
from reducer import Reducer, check_envelope, check_limits, is_natural, require


def resume(log, cursor):
    """Return a start of all that the cursor covers, then the later events, then end.

    The log holds the events of one stream as they were persisted, the cursor is
    the seq up to which a client has them. Before the first event nothing is
    covered, and the delivery is the whole log.
    """
    require(is_natural(cursor), "the cursor is not a seq (6)")
    reducer, covered, later = Reducer(), None, []
    events = timeline(log)
    for event in events:
        if event["seq"] > cursor:
            later.append(event)
            continue
        # A patch that is refused here is a fault of the log, or of a reference that was
        # resolved outside of it (3.4). A model without the patch would hide that.
        reducer.apply(event)
        covered = event["seq"]
    stream = {"stream_id": log[0]["stream_id"]} if "stream_id" in log[0] else {}
    delivery = later
    if covered is not None:
        start = {"op": "start", "seq": covered, **stream, "model": reducer.snapshot()}
        delivery = [start] + later
    last = events[-1]
    if last["op"] != "end":
        # It closes this delivery and not the timeline, in which it takes no place (5.6).
        delivery.append({"op": "end", "seq": last["seq"], **stream})
    elif not later:
        delivery.append(last)  # Covered, but every delivery ends with it.
    return delivery


def timeline(log):
    """Return the events of a log without its pings, which belong to a connection (4.1, 5.5)."""
    order, events = Order(), []
    for event in log:
        check_envelope(event)
        check_limits(event)
        same_stream = event.get("stream_id", "") == log[0].get("stream_id", "")
        require(same_stream, "the log is of more than one stream (4.2)")
        if event["op"] == "ping":
            continue
        order.check(event)
        # Persisted events increase. A start that resumes has the seq that it covers (4.1).
        in_order = order.latest is None or event["seq"] >= order.latest
        require(in_order, "the seq in the log decreases (4.1)")
        order.follow(event)
        events.append(event)
    require(events, "the log has no events (6)")
    return events
