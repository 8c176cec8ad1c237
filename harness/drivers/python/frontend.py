"""agent-ui@1: a frontend that renders envelopes, and keeps what became of them.

    Frontend(entries)
        .registry                      what is allowed: a dict of lists; None while it is not loaded
        .receive(name, data)           takes an event
        .reported(envelope_id, why)    a renderer that took its time is done, or failed for a reason
        .records                       the uiEnvelopes of the message, to be persisted
        .restore(records)              shows what was persisted
        .outcomes, .errors             what there is to tell, in order, for others to take away

    Entries(components, actions, draw)
        names to Component or Action, and the renderer of charts

A renderer is called with the envelope's id, name, surface, value and data. It raises to fail, and
returns PENDING if it will report later.
"""

import copy

from envelopes import Invalid, Unreadable, check, read_event, view_of

PENDING = object()


class Entries:
    """What this frontend is able to show and to do."""

    def __init__(self, components, actions, draw):
        self.components, self.actions, self.draw = components, actions, draw

    def renderer_of(self, envelope):
        """Return the renderer of a valid envelope."""
        if envelope["kind"] == "chart":
            return self.draw
        if envelope["kind"] == "map_action":
            return self.actions[envelope["action"]].run
        return self.components[envelope["component"]].run


class Entry:
    """A component or an action: what it takes, and what it does."""

    def __init__(self, takes, run):
        self.takes, self.run = takes, run


class Frontend:
    """The envelopes of one assistant message."""

    def __init__(self, entries):
        self.entries = entries
        self.registry = None
        self.records = []
        self.outcomes, self.errors = [], []

    def receive(self, name, data):
        """Take an event. Only ui_envelope brings one; tool_call and artifacts are deprecated."""
        if name != "ui_envelope":
            return
        try:
            # The session is not needed: this frontend shows whatever stream it is given.
            _session, envelope_id, created_at, envelope = read_event(data)
        except Unreadable as reason:
            self.errors.append(str(reason))
            return
        record = self.record_of(envelope_id)
        record.update({"createdAt": created_at, "envelope": copy.deepcopy(envelope)})
        self.show(record)

    def record_of(self, envelope_id):
        """Return the record of an id, a new one if there is none: what comes later replaces it."""
        for record in self.records:
            if record["envelopeId"] == envelope_id:
                return record
        record = {"envelopeId": envelope_id}
        self.records.append(record)
        return record

    def show(self, record):
        """Render an envelope or what stands in for it."""
        envelope = record["envelope"]
        try:
            check(envelope, self.registry, self.entries)
        except Invalid as reason:
            self.refuse(record, str(reason))
            return
        render = self.entries.renderer_of(envelope)
        try:
            # A copy: what the renderer does to its props must not show in the record.
            answer = render(record["envelopeId"], *copy.deepcopy(view_of(envelope)))
        except Exception as error:
            self.fail(record, str(error) or repr(error))
            return
        self.decide(record, "pending" if answer is PENDING else "rendered")

    def refuse(self, record, reason):
        """Do not render. Invalid map actions fall back to their text (Registry)."""
        envelope = record["envelope"] if isinstance(record["envelope"], dict) else {}
        text = envelope.get("fallbackText")
        if envelope.get("kind") == "map_action" and isinstance(text, str):
            self.decide(record, "fallback", error=reason, text=text)
        else:
            # There is no status for this; what is not shown for a reason is an error.
            self.decide(record, "error", error=reason, outcome="rejected")

    def fail(self, record, reason):
        """Show the text, if there is one, in place of what could not be rendered."""
        text = record["envelope"].get("fallbackText")
        if text is None:
            self.decide(record, "error", error=reason)
        else:
            self.decide(record, "fallback", error=reason, text=text)

    def decide(self, record, status, outcome=None, error=None, text=None):
        """Record a status, and tell of the outcome."""
        record["renderStatus"] = status
        record.pop("error", None)
        told = {"id": record["envelopeId"], "outcome": outcome or status}
        if error is not None:
            record["error"] = told["error"] = error
        if text is not None:
            told["text"] = text
        self.outcomes.append(told)

    def reported(self, envelope_id, why=None):
        """Take the report of a renderer that took its time."""
        for record in self.records:
            if record["envelopeId"] == envelope_id and record["renderStatus"] == "pending":
                if why is None:
                    self.decide(record, "rendered")
                else:
                    self.fail(record, why)

    def restore(self, records):
        """Show what was persisted. What it once was is no reason to trust it now."""
        self.records = copy.deepcopy(records)
        for record in self.records:
            self.show_again(record)

    def show_again(self, record):
        """Show a record as far as it is still allowed; what it says stays as it is."""
        before = dict(record)
        envelope, status = record["envelope"], record["renderStatus"]
        if isinstance(envelope, dict) and envelope.get("kind") == "map_action":
            return  # It was an act, and is not repeated.
        if status in ("rendered", "pending"):
            self.show(record)
        if status != "pending":
            record.clear()
            record.update(before)
