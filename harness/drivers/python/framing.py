"""AgentUE 1.1, profile `framing`: a block in fragments that fit a byte budget (3.3).

    frame(block, max_bytes)    the frames of a block, in the order of their indices
    unframe(frames)            the block of a group of frames, which come in any order

A budget is for the shortest JSON text of a frame in UTF-8. Both raise Rejected.
"""

from array import array
from bisect import bisect_right
from itertools import accumulate

from jsontext import join_halves, parse_strictly, shortest_text
from reducer import (
    Rejected, check_block, check_inline_block, check_limits, is_name, is_natural, require)


def frame(block, max_bytes):
    """Split a complete inline block into frames of at most so many bytes each."""
    require(is_natural(max_bytes), "the budget is not a number of bytes (3.3)")
    check_framed(block)
    check_limits(block)
    text = shortest_text(block)
    # The pieces stand in a JSON string again, where the escapes of the text cost a second time.
    # ends[i] is what its characters up to and with the one at i take there.
    costs = {character: bytes_of(character) - 2 for character in set(text)}
    ends = array("Q", accumulate(map(costs.get, text)))
    digits, pieces = 1, None
    while pieces is None:  # A group so large that total has more digits leaves less for data.
        pieces = split(text, ends, bytes_around_data(block["id"]) + digits, max_bytes, 10 ** digits)
        digits += 1
    return [frame_of(block["id"], seq, len(pieces), piece) for seq, piece in enumerate(pieces)]


def split(text, ends, around, max_bytes, limit):
    """Return the longest pieces that fit, or None when there are as many as the limit."""
    pieces, begin, spent = [], 0, 0
    while begin < len(text):
        if len(pieces) + 1 == limit:
            return None
        seq_bytes = 2 * len(str(len(pieces)))  # It is in the id, too.
        end = bisect_right(ends, spent + max_bytes - around - seq_bytes, begin)
        require(end > begin, "the budget is too small for a frame of this block (3.3)")
        pieces.append(text[begin:end])
        begin, spent = end, ends[end - 1]
    return pieces


def frame_of(block_id, seq, total, data):
    """Return a frame. Its id is as unique as that of the block (3.3)."""
    return {
        "id": "%s#%s" % (block_id, seq), "type": "frame",
        "block_id": block_id, "seq": seq, "total": total, "data": data,
    }


def bytes_around_data(block_id):
    """Return the bytes of a frame of that block without its data and its numbers."""
    return bytes_of(frame_of(block_id, 0, 0, "")) - 3  # One digit each for id, seq and total.


def bytes_of(value):
    """Return the bytes of the shortest JSON text of a value."""
    return len(shortest_text(value).encode("utf-8"))


def unframe(frames):
    """Put the block together again that a group of frames was made of."""
    require(isinstance(frames, list) and frames, "a group has at least one frame (3.3)")
    for given in frames:
        check_frame(given)
    first = frames[0]
    pieces, ids = {}, set()
    for given in frames:
        require(given["block_id"] == first["block_id"], "the frames are of two blocks (3.3)")
        require(given["total"] == first["total"], "the frames disagree on total (3.3)")
        require(given["id"] not in ids, "two frames have one id (3.3)")
        require(given["seq"] not in pieces, "two frames have one index (3.3)")
        ids.add(given["id"])
        pieces[given["seq"]] = given["data"]
    # Distinct indices below total, as many as total: that is all of them.
    require(len(pieces) == first["total"], "the group is not complete (3.3)")
    # Others may cut a character into its two surrogates, each in a frame of its own.
    text = join_halves("".join(pieces[seq] for seq in range(len(pieces))))
    try:
        block = parse_strictly(text)
    except ValueError as error:
        raise Rejected("the joined data is not one JSON value: %s (3.3)" % error)
    check_framed(block)
    check_limits(block)
    require(block["id"] == first["block_id"], "the restored block has another id (3.3)")
    return block


def check_frame(given):
    """Check one frame by itself (3.3)."""
    check_block(given, "1.1")
    require("ref" not in given and given["type"] == "frame", "the type is not frame (3.3)")
    require(is_name(given.get("block_id")), "block_id of a frame is not a name (3.3)")
    require(isinstance(given.get("data"), str), "data of a frame is not a string (3.3)")
    for name in ("seq", "total"):
        require(is_natural(given.get(name)), "%s of a frame is no integer from 0 up (3.3)" % name)
    require(given["seq"] < given["total"], "the index of a frame is not below total (3.3)")


def check_framed(block):
    """Check that a block is one that frames can hold: inline, complete and no frame (3.3)."""
    require(isinstance(block, dict), "what is framed is not an object (3.3)")
    require("ref" not in block, "references are not framed (3.3)")
    check_inline_block(block)
    require(block["type"] != "frame", "frames are not nested (3.3)")
