"""Models, blocks and events for the tests."""


def model_of(*blocks, version="1.1", **meta):
    """A model with these blocks and members of meta."""
    return {"version": version, "biz": "chat", "meta": meta, "blocks": list(blocks)}


def text(block_id="a", content="go", **more):
    """An inline block."""
    return {"id": block_id, "type": "text", "content": content, **more}


def event(op, **members):
    """An event with a seq."""
    return {"op": op, "seq": 2, **members}


def append(content, block_id="a", **members):
    """An append to the content of a block."""
    payload = {"id": block_id, "content": content}
    return event("append", mask="block.content", block=payload, **members)
