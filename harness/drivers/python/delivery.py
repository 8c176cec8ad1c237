"""AgentUE 1.1, profile `delivery`: the order of events in every logical stream (4.1, 4.2, 5).

    Delivery().apply(event)    one stream: raises Rejected, or takes the event
    Consumer()                 all streams of a transport: .apply(event) and .complete()
"""

from reducer import Reducer, check_envelope, require


class Order:
    """Where a logical stream stands: whether a delivery is open, and its latest seq."""

    def __init__(self):
        self.latest = None  # None until something was delivered.
        self.is_open = False

    def check(self, event):
        """Reject an event of a sound envelope that cannot come next."""
        op, seq = event["op"], event["seq"]
        if op == "start":
            return  # It begins anew wherever it stands: a restart, or a resumed delivery (5.6, 6).
        require(self.is_open, "a delivery begins with start and is over after end (5)")
        if op == "ping":
            require(seq == self.latest, "a ping repeats the latest seq (4.1, 5.5)")
        elif op == "end":
            # A start that covers all of a timeline may have the seq of its end (6).
            require(seq >= self.latest, "the seq of the end is below the latest (4.1)")
        else:
            require(seq > self.latest, "the seq is not above the latest (4.1)")

    def follow(self, event):
        """Move on to an event that was taken."""
        if event["op"] != "ping":  # A ping moves nothing (4.1).
            self.latest = event["seq"]
            self.is_open = event["op"] != "end"


class Delivery:
    """The deliveries of one logical stream, judged for their order and their effect."""

    def __init__(self):
        self.order = Order()
        self.reducer = Reducer()

    def apply(self, event):
        """Take one event, or raise Rejected and leave order and model as they were."""
        check_envelope(event)
        self.order.check(event)
        self.reducer.apply(event)
        self.order.follow(event)


class Consumer:
    """Gives every logical stream a delivery of its own (4.2)."""

    def __init__(self):
        self._streams = {}

    def apply(self, event):
        """Take an event for its stream; an omitted stream_id and an empty one are the same."""
        check_envelope(event)  # What is no event has no stream either.
        self._streams.setdefault(event.get("stream_id", ""), Delivery()).apply(event)

    def complete(self):
        """Return the ids of the streams whose latest delivery has ended (5)."""
        orders = [(stream_id, stream.order) for stream_id, stream in self._streams.items()]
        return [name for name, order in orders if order.latest is not None and not order.is_open]
