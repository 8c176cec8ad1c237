"""A driver that takes batches, and answers them as its argument says."""

import json
import os
import sys

HOW = sys.argv[1]


def answered(request):
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "initialize":
        implementation = {"name": "batches", "version": "1"}
        features = [] if HOW == "none" else ["batch"]
        answer["result"] = {"protocol": 1, "implementation": implementation, "profiles": [],
                            "features": features}
    elif request["method"] == "fail":
        answer["error"] = {"code": -32603, "message": "failed"}
    elif request["method"] == "exit":
        os._exit(3)
    else:
        answer["result"] = request["params"]
    return answer


def batch(requests):
    answers = [answered(request) for request in requests]
    if HOW == "reversed":
        answers.reverse()
    elif HOW == "short":
        answers.pop()
    elif HOW == "twice":
        answers.append(answers[0])
    elif HOW == "foreign":
        answers[-1]["id"] += 1
    elif HOW == "bare":
        answers = answers[0]
    return answers


for line in sys.stdin:
    message = json.loads(line)
    if isinstance(message, list):
        print(json.dumps(batch(message)), flush=True)
    elif message["method"] == "shutdown":
        break
    else:
        print(json.dumps(answered(message)), flush=True)
