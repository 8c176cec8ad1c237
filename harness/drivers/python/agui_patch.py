"""JSON Patch (RFC 6902) over JSON values that are never changed in place.

    apply_patch(document, operations)    the new document, or PatchFailed
    equal(a, b)                          as the operation `test` compares

A change makes a new container for every one on its path, so that a patch which
fails needs no undo, and earlier documents stay as they were.
"""


import re

STRAY_TILDE = re.compile("~(?![01])")


class PatchFailed(Exception):
    """A patch that does not apply; the document is as it was."""


def apply_patch(document, operations):
    """Apply all operations in order, each to what the earlier ones made."""
    for operation in operations:
        document = apply_operation(document, operation)
    return document


def apply_operation(document, operation):
    """Apply one operation (4)."""
    name = operation.get("op")
    path = pointer(operation, "path")
    if name == "add":
        return add(document, path, value_of(operation))
    if name == "remove":
        return remove(document, path)
    if name == "replace":
        find(document, path)
        return put(document, path, value_of(operation))
    if name == "test":
        if not equal(find(document, path), value_of(operation)):
            raise PatchFailed("the value at %r is another" % operation["path"])
        return document
    if name not in ("move", "copy"):
        raise PatchFailed("unknown operation %.40r" % (name,))
    source = pointer(operation, "from")
    value = find(document, source)
    if name == "copy":
        return add(document, path, value)
    if path[:len(source)] == source and len(path) > len(source):
        raise PatchFailed("a value cannot be moved into itself")
    if path == source:
        return document
    return add(remove(document, source), path, value)


def value_of(operation):
    """Return the value of an operation; null is one, and none is none."""
    if "value" not in operation:
        raise PatchFailed("%s without a value" % operation["op"])
    return operation["value"]


def pointer(operation, member):
    """Return the names of a JSON pointer (RFC 6901)."""
    text = operation.get(member)
    if not isinstance(text, str):
        raise PatchFailed("%s is no pointer" % member)
    if text == "":
        return []
    if text[0] != "/":
        raise PatchFailed("the pointer %.40r does not begin with a slash" % text)
    if STRAY_TILDE.search(text):
        raise PatchFailed("the pointer %.40r has a stray tilde" % text)
    return [name.replace("~1", "/").replace("~0", "~") for name in text[1:].split("/")]


def index(container, name, most):
    """Return the index in a list that a name stands for, of at most that."""
    digits = name.isascii() and name.isdigit() and (name == "0" or name[0] != "0")
    if not digits or len(name) > 15 or int(name) > most:
        raise PatchFailed("no element %.40r in a list of %d" % (name, len(container)))
    return int(name)


def step(container, name):
    """Return the member or the element of that name."""
    if isinstance(container, list):
        return container[index(container, name, len(container) - 1)]
    if isinstance(container, dict) and name in container:
        return container[name]
    raise PatchFailed("there is nothing at %.40r" % name)


def find(document, path):
    """Return the value at a path."""
    for name in path:
        document = step(document, name)
    return document


def changed(document, path, change):
    """Return the document with its container at the path replaced by a changed one."""
    containers = [document]
    for name in path:
        containers.append(step(containers[-1], name))
    value = change(containers[-1])
    for container, name in zip(reversed(containers[:-1]), reversed(path)):
        value = with_member(container, name, value)
    return value


def with_member(container, name, value):
    """Return a container with another value in the place of one that is there."""
    if isinstance(container, list):
        place = int(name)
        return container[:place] + [value] + container[place + 1:]
    return {**container, name: value}


def put(document, path, value):
    """Put a value in the place of one that is there (4.3)."""
    return changed(document, path, lambda _: value)


def add(document, path, value):
    """Add a value (4.1)."""
    if not path:
        return value
    name = path[-1]

    def change(container):
        if isinstance(container, dict):
            return {**container, name: value}
        if not isinstance(container, list):
            raise PatchFailed("there is nothing to add %.40r to" % name)
        size = len(container)
        place = size if name == "-" else index(container, name, size)
        return container[:place] + [value] + container[place:]

    return changed(document, path[:-1], change)


def remove(document, path):
    """Remove what is there (4.2)."""
    if not path:
        return None  # Nothing says what is left of a document that was removed.
    name = path[-1]

    def change(container):
        step(container, name)
        if isinstance(container, list):
            return container[:int(name)] + container[int(name) + 1:]
        return {key: value for key, value in container.items() if key != name}

    return changed(document, path[:-1], change)


def equal(a, b):
    """Compare as `test` does (4.6): numbers by value, and true is no number."""
    pairs = [(a, b)]
    while pairs:
        a, b = pairs.pop()
        if isinstance(a, dict) and isinstance(b, dict):
            if a.keys() != b.keys():
                return False
            pairs.extend((value, b[name]) for name, value in a.items())
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            pairs.extend(zip(a, b))
        elif isinstance(a, bool) or isinstance(b, bool) or not is_alike(a, b):
            if a is not b:
                return False
        elif a != b:
            return False
    return True


def is_alike(a, b):
    """Say whether two values are two numbers or two strings."""
    return (isinstance(a, (int, float)) and isinstance(b, (int, float))
            or isinstance(a, str) and isinstance(b, str))
