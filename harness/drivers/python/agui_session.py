"""AG-UI: the runs of a session, each a stream of updates with one done at its end.

    Session(thread, messages, state, policy, verify, typed)
        .run(run_id, source, send)    the updates of a run
        .view, .interrupts            what stands after it

The policy is what the text says (`seed`: a violation is reported and the run goes
on, an unknown event ends it), or protocol 1.0 (`v1`: the other way round, and the
ids of a run are those of the request). A source yields events as values; it may
raise Unreadable, or Broken for a connection.
"""

from agui_chunks import Chunks, Violation
from agui_events import Unreadable, UnknownType, decode
from agui_patch import PatchFailed
from agui_verify import Verifier
from agui_view import StateMismatch, View


class Broken(Exception):
    """A request that never became a stream, or a stream that stopped being one."""


class Session:
    """A thread with an agent."""

    def __init__(self, thread, messages=(), state=None, policy="seed", verify=True, typed=False):
        self.thread, self.policy, self.verify = thread, policy, verify
        self.view = View(messages, {} if state is None else state, typed)
        self.interrupts = []

    def run(self, run_id, source, send=None):
        """Yield the updates of one run, whose events the source yields."""
        self.interrupts = []
        if send is not None:
            self.view.add_user(send["id"], send["text"])
        return Run(self, run_id).updates(source)


class Run:
    """One run of a session."""

    def __init__(self, session, run_id):
        self._session, self._run_id = session, run_id
        self._chunks = Chunks()
        self._verifier = Verifier()
        self._is_over = False

    def updates(self, source):
        """Yield the updates, the last of which is the done."""
        try:
            for value in source:
                yield from self._take(value)
                if self._is_over:
                    return
        except Unreadable as reason:
            yield from self._stop("bytes", reason)
        except Broken as reason:
            yield from self._stop("transport", reason)
        else:
            yield from self._stop("protocol", "the stream ended before the run did")

    def _take(self, value):
        """Yield the updates of one event."""
        session = self._session
        try:
            event = decode(value)
        except UnknownType:
            if session.policy == "v1":
                return  # A newer agent; what this client does not know it passes over.
            raise
        outcome = event.get("outcome", {}).get("type") if event["type"] == "RUN_FINISHED" else None
        if outcome == "cancelled" and session.policy != "v1":
            raise Unreadable("unknown outcome of RUN_FINISHED")
        try:
            self._check_ids(event)
            events = self._chunks.expand(event)
        except Violation as reason:
            yield from self._refuse(event, reason)
            return
        for event in events:
            is_refused = yield from self._apply(event)
            if is_refused or self._is_over:
                return  # What a chunk stands for is one event: the rest of it has no place now.

    def _check_ids(self, event):
        """Check that a run is the one that was asked for, as protocol 1.0 wants it."""
        session = self._session
        if session.policy == "v1" and event["type"] in ("RUN_STARTED", "RUN_FINISHED"):
            if (event["threadId"], event["runId"]) != (session.thread, self._run_id):
                raise Violation("%s is of another run" % event["type"])

    def _apply(self, event):
        """Yield the updates of one event that is no chunk; say whether it was refused."""
        session = self._session
        try:
            if session.verify:
                self._verifier.check(event)
            if event["type"] in ("RUN_FINISHED", "RUN_ERROR"):
                yield from self._end(event)
            else:
                yield from session.view.apply(event)
        except Violation as reason:
            yield from self._refuse(event, reason)
            return True
        except PatchFailed as reason:
            what = "state" if event["type"] == "STATE_DELTA" else event["messageId"]
            yield error("patch", "%s patch failed: %s" % (what, reason))
        except StateMismatch as reason:
            yield error("state", reason)
        return False

    def _refuse(self, event, reason):
        """Report a violation; the run ends with it if the policy or the event says so."""
        if event["type"].endswith("_START"):
            self._chunks.forget(event.get("subagentRunId"))
        if self._session.policy == "v1":
            yield from self._stop("protocol", reason)
            return
        yield error("protocol", reason)
        if event["type"] == "RUN_FINISHED":  # The agent has said its last word all the same.
            yield from self._end(event)

    def _end(self, event):
        """Yield the end that the agent gives its run."""
        if event["type"] == "RUN_ERROR":
            yield error("run", event["message"])
            code = {"code": event["code"]} if "code" in event else {}
            yield self._done("failed", message=event["message"], **code)
            return
        outcome = event.get("outcome", {"type": "success"})
        if outcome["type"] == "interrupt":
            yield from self._interrupt(outcome["interrupts"])
        elif outcome["type"] == "cancelled":
            yield self._done("cancelled")
        else:
            result = {"result": event["result"]} if "result" in event else {}
            yield self._done("success", **result)

    def _interrupt(self, interrupts):
        """Yield the end of a run that waits for a person."""
        ids = [interrupt["id"] for interrupt in interrupts]
        if not ids or self._session.policy == "v1" and len(set(ids)) < len(ids):
            yield from self._stop("protocol", "interrupts are missing, or two have one id")
            return
        self._session.interrupts = interrupts
        for interrupt in interrupts:
            yield {"update": "interrupt", "interrupt": interrupt}
        yield self._done("interrupted", interrupts=interrupts)

    def _stop(self, kind, reason):
        """Yield the end of a run that cannot go on."""
        for event in self._chunks.close():
            try:
                yield from self._session.view.apply(event)
            except Violation:
                pass  # A snapshot has put something else in the place of the message.
        yield error(kind, reason)
        yield self._done("failed", message=str(reason))

    def _done(self, end, **members):
        """Return the last update."""
        self._is_over = True
        return {"update": "done", "end": end, **members}


def error(kind, reason):
    """Return the update of an error."""
    return {"update": "error", "kind": kind, "text": str(reason)}
