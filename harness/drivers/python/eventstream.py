"""Server-sent events: the bytes of a stream to its events (HTML Living Standard, 9.2.5 and 9.2.6).

    EventStream().feed(piece)    the events that end in this piece, as (name, data)

Pieces may be of any size. What no empty line ends is never an event, as the standard has it, and
bytes that are not UTF-8 become U+FFFD.
"""

import codecs
import re

LINE_END = re.compile("\r\n|\r|\n")


class EventStream:
    """One stream, from its beginning."""

    def __init__(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.at_beginning = True
        self.after_cr = False  # A CR has ended a line; an LF right behind it is of the same end.
        self.line = []  # The pieces of a line that has not ended.
        self.name, self.data = "", []

    def feed(self, piece):
        """Take the next bytes and yield the events that they complete."""
        text = self.decoder.decode(piece)
        if not text:
            return
        if self.at_beginning and text.startswith("\ufeff"):
            text = text[1:]
        self.at_beginning = False
        if self.after_cr and text.startswith("\n"):
            text = text[1:]
        self.after_cr = text.endswith("\r")
        first, *others = LINE_END.split(text)
        self.line.append(first)
        for begin_of_next in others:
            line, self.line = "".join(self.line), [begin_of_next]
            if line:
                self.read_field(line)
            else:
                yield from self.dispatch()

    def read_field(self, line):
        """Take one line of an event."""
        field, _, value = line.partition(":")  # The field of a comment is empty.
        if value.startswith(" "):
            value = value[1:]
        if field == "event":
            self.name = value
        elif field == "data":
            self.data.append(value)

    def dispatch(self):
        """End an event; without data it is none."""
        name, data = self.name or "message", self.data
        self.name, self.data = "", []
        if data:
            yield name, "\n".join(data)
