"""JSON texts: strict reading, shortest writing, and reading past what is nested too deep."""

import json
import re

# Digits of an integer; Python's own limit can be set as low as 640.
MAX_DIGITS = 600


def parse(text, **hooks):
    """Parse a JSON text; left alone, Python's parser would take NaN and Infinity, too."""
    return json.loads(text, parse_int=parse_integer, parse_constant=refuse_constant, **hooks)


def parse_strictly(text):
    """Parse a JSON text in which no two members of an object have one name."""
    try:
        return parse(text, object_pairs_hook=object_without_duplicates)
    except RecursionError:
        raise ValueError("it is nested too deep")


def parse_integer(digits):
    """Parse an integer exactly; one of too many digits becomes infinite, as 1e400 does."""
    return int(digits) if len(digits) <= MAX_DIGITS else float(digits)


def refuse_constant(name):
    """Refuse NaN, Infinity and -Infinity."""
    raise ValueError("%s is not JSON" % name)


def object_without_duplicates(members):
    """Make an object of a list of members, or refuse it."""
    result = dict(members)
    if len(result) != len(members):
        raise ValueError("two members of an object have one name")
    return result


LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def shortest_text(value):
    """Write a JSON value for UTF-8, with no spaces and no escapes but those that are needed."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return LONE_SURROGATE.sub(lambda half: "\\u%04x" % ord(half[0]), text)


def join_halves(text):
    """Make one character of every high surrogate that a low one follows, as JSON does."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def parse_shallow(text, depth):
    """Parse a JSON text, without what is below that depth where it is too deep for the parser."""
    try:
        return parse(text)
    except RecursionError:
        return parse(cut_below(text, depth))


BRACKET_OR_STRING = re.compile(r'[\[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)


def cut_below(text, depth):
    """Write 0 for whatever a JSON text has below that depth."""
    kept, level, begin = [], 0, 0
    for token in BRACKET_OR_STRING.finditer(text):
        if token[0] in ("[", "{"):
            level += 1
            if level == depth + 1:
                kept.append(text[begin:token.start()] + "0")
        elif token[0] in ("]", "}"):
            if level == depth + 1:
                begin = token.end()
            level -= 1
    if level <= depth:
        kept.append(text[begin:])
    return "".join(kept)
