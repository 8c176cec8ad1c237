"""The lines of a driver: JSON-RPC 2.0, one message a line, stdin to stdout.

    serve(methods, depth)    answer one line after the other until shutdown or the end of input
    RequestError             what a method raises for a request that cannot be answered
"""

import json
import sys

from jsontext import parse_shallow

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603


class RequestError(Exception):
    """A request that cannot be answered. A refused event is none: that is a result."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def call(methods, request):
    """Return the result of a request, or raise what keeps it from having one."""
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        raise RequestError(INVALID_REQUEST, "not a request")
    if request["method"] not in methods:
        raise RequestError(METHOD_NOT_FOUND, "unknown method")
    params = request.get("params", {})
    if not isinstance(params, dict):
        raise RequestError(INVALID_PARAMS, "params is not an object")
    return methods[request["method"]](params)


def answer_to(methods, request):
    """Return the answer to a request: its result, or the error that kept it from having one."""
    request_id = request.get("id") if isinstance(request, dict) else None
    answer = {"jsonrpc": "2.0", "id": request_id if isinstance(request_id, (str, int)) else None}
    try:
        answer["result"] = call(methods, request)
    except RequestError as error:
        answer["error"] = {"code": error.code, "message": str(error)}
    except Exception as error:  # A fault of ours: say so, and go on with the next request.
        answer["error"] = {"code": INTERNAL_ERROR, "message": repr(error)}
    return answer


def answer_to_batch(methods, requests):
    """Return the answers to all requests of a list that have one; None for no answer at all."""
    if not requests:
        return answer_to(methods, requests)  # An empty list is no request.
    return [answer_to(methods, request)
            for request in requests if not is_notification(request)] or None


def is_notification(message):
    """Tell whether nobody waits for an answer."""
    return isinstance(message, dict) and "method" in message and "id" not in message


def is_shutdown(message):
    """Tell whether the harness is done with us."""
    return isinstance(message, dict) and message.get("method") == "shutdown"


def send(answer):
    """Write one line and flush it, as the harness waits for it."""
    # UTF-8 has no lone surrogates; the escapes of ensure_ascii do.
    text = json.dumps(answer, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    sys.stdout.buffer.write(text.encode("ascii") + b"\n")
    sys.stdout.buffer.flush()


def serve(methods, depth):
    """Answer one line after the other; what is nested deeper is left out of a request."""
    for line in sys.stdin.buffer:
        try:
            message = parse_shallow(line.decode("utf-8"), depth)
        except (ValueError, RecursionError) as error:
            error = {"code": PARSE_ERROR, "message": str(error)}
            send({"jsonrpc": "2.0", "id": None, "error": error})
            continue
        if is_shutdown(message):
            return
        if is_notification(message):
            continue  # Other notifications mean nothing here, and none is answered.
        batch = isinstance(message, list)
        answer = answer_to_batch(methods, message) if batch else answer_to(methods, message)
        if answer is not None:
            send(answer)
