"""A driver around the Python sample that spoils what its argument says, at requests with a word in them.

crash      ends
hang       never answers
fail       answers with an error of the driver
noise      says something that nobody asked for
remember   rejects everything from then on
dead       ends at every request
unbatched  ends at every batch, and answers single requests well
"""

import json
import os
import sys
import time

sys.path.insert(0, os.environ["SAMPLES"])
import agentue  # noqa: E402

HOW, WORD = (sys.argv[1:] + [""])[:2]
PROFILES = ["agentue-1.1/reducer", "agentue-1.1/router"]
remembers = False


def say(text):
    print(text, flush=True)


def initialized():
    return {"protocol": 1, "implementation": {"name": "spoilt", "version": "1"}, "profiles": PROFILES,
            "features": ["batch"]}


def result(request):
    global remembers
    if request["method"] == "initialize":
        return initialized()
    has = WORD in json.dumps(request["params"])
    if HOW == "dead" or (HOW == "crash" and has):
        print("down in flames", file=sys.stderr, flush=True)
        os._exit(3)
    if HOW == "hang" and has:
        time.sleep(600)
    if HOW == "fail" and has:
        raise LookupError("no idea")
    if HOW == "noise" and has:
        say("\x1b[2Jnoise")
    answer = agentue.METHODS[request["method"]](request["params"])
    if HOW == "remember":
        if remembers and not has:
            answer["steps"] = [{"ok": False} for _ in answer["steps"]]
        remembers = remembers or has
    return answer


def answered(request):
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        answer["result"] = result(request)
    except LookupError as error:
        answer["error"] = {"code": -32603, "message": str(error)}
    return answer


for line in sys.stdin:
    message = json.loads(line)
    if isinstance(message, list):
        if HOW == "unbatched":
            os._exit(4)
        say(json.dumps([answered(request) for request in message]))
    elif message["method"] == "shutdown":
        break
    else:
        say(json.dumps(answered(message)))
