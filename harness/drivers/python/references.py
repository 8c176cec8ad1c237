"""AgentUE 1.1, profiles `resolver` and `host`: the content of reference blocks (3.4).

    resolve(model, resolutions)    the model with all good resolutions in it
    Host(model)                    .receive(event) and .loaded(resolution) as they come,
                                   each APPLIED, DEFERRED or REFUSED, and .snapshot()

A resolution says what an application's loader brought for a block and its key:
{"block_id", "ref", "block"}, or {"block_id", "ref", "failure"}.
"""

from reducer import Reducer, Rejected, Unresolved, check_inline_block, check_limits, require

APPLIED, DEFERRED, REFUSED = "applied", "deferred", "refused"


def materialize(reducer, resolution):
    """Put loaded content in the place of its reference, or raise Rejected; it is no event (3.4)."""
    require(isinstance(resolution, dict), "a resolution is an object (3.4)")
    block_id, content = resolution.get("block_id"), resolution.get("block")
    require(isinstance(block_id, str), "the resolution names no block (3.4)")
    target = reducer.block(block_id)
    # What was loaded for a block that has changed since is not what the block stands for.
    require(target is not None and "ref" in target, "the block is not a reference (3.4)")
    require(target["ref"] == resolution.get("ref"), "the block has another reference (3.4)")
    require("failure" not in resolution, "the content could not be loaded (3.4)")
    require(isinstance(content, dict), "the content is not a block (3.4)")
    check_limits(content)
    require("ref" not in content, "the content is a reference again (3.4)")
    check_inline_block(content)
    require(content["id"] == block_id, "the content has another id (3.4)")
    reducer.put(content)


def resolve(model, resolutions):
    """Return the model with its references resolved; one that nothing good came for stays."""
    reducer = Reducer(model)
    for resolution in resolutions:
        try:
            materialize(reducer, resolution)
        except Rejected:
            pass  # A failure is not an empty body, and costs the other blocks nothing (3.4).
    return reducer.snapshot()


class Host:
    """Reduces events while the content of references is still being loaded (3.4).

    A field patch of a reference waits for the content. All later field patches
    of that block wait behind it, since it stays a reference until then, so they
    are applied in the order of events and once. Patches of other blocks and of
    meta have no part in this and do not wait.
    """

    def __init__(self, model=None):
        self._reducer = Reducer(model)
        self._waiting = {}  # Field patches of references: {block id: [event, ...]}.

    def snapshot(self):
        """Return the model as it is; patches that wait are not in it."""
        return self._reducer.snapshot()

    def receive(self, event):
        """Take one event."""
        try:
            self._reducer.apply(event)
        except Unresolved:
            self._waiting.setdefault(event["block"]["id"], []).append(event)
            return DEFERRED
        except Rejected:
            return REFUSED
        # What is replaced whole is replaced together with all that was patched into it,
        # also when the new block is a reference of the same key.
        if event["op"] == "start":
            self._waiting.clear()
        elif event["op"] == "set" and "mask" not in event:
            self._waiting.pop(event["block"]["id"], None)
        return APPLIED

    def loaded(self, resolution):
        """Take what was loaded. A late or wrong load changes nothing, and patches go on waiting."""
        try:
            materialize(self._reducer, resolution)
        except Rejected:
            return REFUSED
        for event in self._waiting.pop(resolution["block_id"], []):
            try:
                self._reducer.apply(event)
            except Rejected:
                pass  # Nor would it have been applied to an inline block, to a number, say.
        return APPLIED
