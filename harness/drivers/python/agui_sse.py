"""Server-sent events: bytes in any pieces to the data of frames (HTML Standard, 9.2.6).

Lines are found among bytes and decoded one by one, so that neither the cuts nor
bad bytes further on change what comes before.
"""

from agui_events import Unreadable


class Frames:
    """Takes the bytes of a body piece by piece."""

    def __init__(self):
        self._rest = []  # Pieces of a line that is not complete.
        self._data = []  # Lines of data of the frame that is not complete.
        self._is_first = True
        self._after_cr = False

    def feed(self, piece):
        """Yield the data of every frame that the piece completes."""
        begin = 0
        if self._after_cr and piece:
            begin = 1 if piece[:1] == b"\n" else 0
            self._after_cr = False
        while True:
            end = next_end(piece, begin)
            if end < 0:
                self._rest.append(piece[begin:])
                return
            line = b"".join(self._rest) + piece[begin:end]
            self._rest = []
            begin = end + 1
            if piece[end:begin] == b"\r":
                if begin == len(piece):
                    self._after_cr = True
                elif piece[begin:begin + 1] == b"\n":
                    begin += 1
            yield from self._line(line)

    def _line(self, line):
        """Take a line: a blank one ends the frame, which is dispatched if it has data."""
        if self._is_first:
            self._is_first = False
            if line.startswith(b"\xef\xbb\xbf"):
                line = line[3:]
        if not line:
            data, self._data = self._data, []
            if data:
                yield "\n".join(data)
            return
        try:
            name, _, value = line.decode("utf-8").partition(":")
        except UnicodeDecodeError as error:
            raise Unreadable("the stream is no UTF-8: %s" % error)
        if name == "data":
            self._data.append(value[1:] if value.startswith(" ") else value)


def next_end(piece, begin):
    """Return the place of the next end of a line, or -1."""
    ends = [end for end in (piece.find(b"\n", begin), piece.find(b"\r", begin)) if end >= 0]
    return min(ends) if ends else -1
