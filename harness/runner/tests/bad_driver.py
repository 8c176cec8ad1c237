"""A driver that misbehaves as it is told.

`bad_driver.py START` misbehaves when it starts (`well` does not); the method `bad/HOW` makes it misbehave in a call, and any
other method echoes its params. Everything is written unbuffered, save where the point is that it is not.
"""

import ctypes
import json
import os
import random
import select
import signal
import subprocess
import sys
import threading
import time


def say(text):
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data):]


def complain(text):
    os.write(2, text.encode())


def answer(id, result="{}"):
    return '{"jsonrpc":"2.0","id":%s,"result":%s}\n' % (id, result)


def forever():
    while True:
        time.sleep(1000)


def flood(descriptor, piece):
    while True:
        os.write(descriptor, piece)


def grandchild(**how):
    child = subprocess.Popen(["sleep", "1000"], **how)
    complain("grandchild %d\n" % child.pid)


def daemon(work):
    """Runs something in a process that leaves us, and tells its number."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for stream in range(3):
                os.dup2(os.open(os.devnull, os.O_RDWR), stream)
            os.write(writing, b"%d" % os.getpid())
            work()
        os._exit(0)
    complain("grandchild %s\n" % os.read(reading, 100).decode())
    os.wait()


def end_main_thread():
    """The other threads go on, and the process is a zombie by its state."""
    threading.Thread(target=forever).start()
    ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)


def hop():
    """A process that is another one every moment."""
    until = time.time() + 120
    while time.time() < until:
        log = os.open(os.environ["BAD_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(log, b"x")
        os.close(log)
        if os.fork() != 0:
            os._exit(0)
        os.setsid()


def middle():
    """A child that stays with us and has one that does not."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        null = subprocess.DEVNULL
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True, env={}, stdin=null, stdout=null, stderr=null)
        os.write(writing, b"%d" % child.pid)
        forever()
    complain("grandchild %s\n" % os.read(reading, 100).decode())


def hide_in_the_harness():
    """Tries to be in the group of the harness, and outlives it."""
    try:
        os.setpgid(0, os.getpgid(os.getppid()))
    except OSError:
        pass
    ctypes.CDLL(None).prctl(1, 0)
    complain("grandchild %d\n" % os.getpid())


def large(size):
    return '"' + "x" * size + '"'


def refusal(id):
    return '{"jsonrpc":"2.0","id":%d,"error":{"code":-32603,"message":"the lock is poisoned"}}\n' % id


def reduced(params):
    """The right result of `agentue/reduce` for models of one block to whose content something is appended."""
    model = params["model"]
    for event in params["events"]:
        model["blocks"][0]["content"] += event["block"]["content"]
    return json.dumps({"steps": [{"ok": True}] * len(params["events"]), "model": model})


def poison(id, right):
    """What a poisoned process answers."""
    global poisoned
    wrong = {"poison": refusal(id), "poison-shape": answer(id, '{"steps":[]}'), "poison-text": "what?\n"}
    if poisoned in wrong:
        return wrong[poisoned]
    if poisoned == "poison-one":
        poisoned = None
    return answer(id, json.dumps({**json.loads(right), "model": None}))


def later(seconds, act):
    """Does something after a while, whatever else happens."""
    threading.Timer(seconds, act).start()


def once(variable):
    """Whether this is the first time, for all processes that share the variable."""
    path = os.environ[variable]
    first = not os.path.exists(path)
    open(path, "w").close()
    return first


# What is done when the process is asked to end.
at_end = None

# How every request is answered from now on, if not as it should be.
poisoned = None


def end():
    if at_end == "log-at-end":
        say("goodbye\n")
    elif at_end == "die-at-end":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif at_end == "fail-at-end":
        os._exit(3)


hoard = []


def chosen(id):
    """The misbehaviour that the seed chooses for a request; it is written down before anything is done."""
    choices = os.environ["BAD_CHAOS"].split(",")
    how = random.Random("%s:%d" % (os.environ["BAD_SEED"], id)).choice(choices)
    log = os.open(os.environ["BAD_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(log, b"%d %s\n" % (id, how.encode()))
    os.close(log)
    return how


def bad(how, id, params, result="{}"):
    global at_end, poisoned
    good = answer(id, result)
    if how == "exit":
        complain("Traceback: out of luck\n")
        os._exit(3)
    elif how == "exit-well":
        os._exit(0)
    elif how == "answer-and-exit":
        say(good)
        os._exit(4)
    elif how == "exit-in-a-word":
        say(good[:20])
        os._exit(3)
    elif how == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "silent":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forever()
    elif how == "ignore":
        pass
    elif how == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif how == "unflushed":
        sys.stdout.write(good)
    elif how == "no-line-end":
        say(good.rstrip("\n"))
    elif how == "trickle":
        while True:
            say("x")
            time.sleep(0.02)
    elif how == "log-before":
        say("INFO \x1b[31mworking\n" + good)
    elif how == "log-inside":
        say(good[:20] + "\nINFO working\n" + good[20:])
    elif how == "log-after":
        say(good + "INFO done\n")
    elif how == "log-later":
        say(good)
        time.sleep(0.1)
        say("INFO done\n")
    elif how == "log-much-later":
        say(good)
        later(0.3, lambda: say("INFO done\n"))
    elif how == "log-on-next":
        say(good)
        sys.stdin.buffer.readline()
        say("INFO done\n")
    elif how == "slow":
        time.sleep(0.02)
        say(good)
    elif how == "answer-late":
        time.sleep(2)
        say(good)
    elif how == "answer-and-die-later":
        say(good)
        later(0.2, lambda: os.kill(os.getpid(), signal.SIGSEGV))
    elif how == "die-on-next":
        say(good)
        sys.stdin.buffer.readline()
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "exit-on-next":
        say(good)
        sys.stdin.buffer.readline()
        os._exit(7)
    elif how == "answer-and-exit-amid":
        say(good)
        if id % 1000 == 0:
            os._exit(3)
    elif how == "answer-twice-amid":
        say(good)
        if id % 1000 == 0:
            # When the next request is there, and before it is read.
            select.select([sys.stdin], [], [], 10)
            say("\n")
            # So that its answer is not there yet when that is looked at.
            time.sleep(5)
    elif how in ("poison", "poison-shape", "poison-text", "poison-model", "poison-one"):
        poisoned = how
        say(good)
    elif how == "poison-itself":
        poisoned = "poison"
        say(refusal(id))
    elif how == "earlier-id":
        say(answer(id - 1000, result))
    elif how == "long-error":
        say('{"jsonrpc":"2.0","id":%d,"error":{"code":1,"message":%s}}\n' % (id, large(5000000)))
    elif how == "long-model":
        say(good.replace('"xy"', large(5000000)))
    elif how == "long-name":
        say(good.replace('"meta": {}', '"meta": {%s: 1}' % large(5000000)))
    elif how == "exit-once":
        if once("BAD_ONCE_IN_CALL"):
            os._exit(3)
        say(good)
    elif how == "exit-and-remove":
        os.remove(os.environ["BAD_REMOVES"])
        os._exit(3)
    elif how == "silent-and-known":
        with open(os.environ["BAD_PID"] + ".new", "w") as file:
            file.write("%d\n" % os.getpid())
        os.rename(os.environ["BAD_PID"] + ".new", os.environ["BAD_PID"])
        forever()
    elif how in ("log-at-end", "die-at-end", "fail-at-end"):
        at_end = how
        say(good)
    elif how == "error-without-id":
        say('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}\n')
    elif how == "no-method":
        say('{"jsonrpc":"2.0","id":%d,"error":{"code":-32601,"message":"no such method"}}\n' % id)
    elif how == "null-result":
        say(answer(id, "null"))
    elif how == "wrong-type":
        say(answer(id, '{"steps":{},"model":1}'))
    elif how == "steps-too-few":
        say(answer(id, json.dumps(dict(json.loads(result), steps=[]))))
    elif how == "steps-too-many":
        say(answer(id, json.dumps(dict(json.loads(result), steps=[{"ok": True}] * 2))))
    elif how == "lone-surrogate":
        say(good.replace('"xy"', '"xy\\ud800"'))
    elif how == "deep-model":
        say(good.replace('"meta": {}', '"meta": {"a": %s}' % ("[" * 100000 + "]" * 100000)))
    elif how == "large-answer":
        say(good.replace('"steps"', '"padding": %s, "steps"' % large(20000000)))
    elif how == "huge-answer":
        say(good.replace('"steps"', '"padding": %s, "steps"' % large(200000000)))
    elif how == "leak":
        hoard.append(bytearray(os.urandom(1) * 50000000))
        say(good)
    elif how == "twice":
        say(good + good)
    elif how == "twice-later":
        say(good)
        time.sleep(0.1)
        say(good)
    elif how == "twice-on-next":
        say(good)
        sys.stdin.buffer.readline()
        say(good)
    elif how == "wrong-id":
        say(answer(id + 1000))
    elif how == "text-id":
        say(answer('"%d"' % id))
    elif how == "no-id":
        say('{"jsonrpc":"2.0","result":{}}\n')
    elif how == "no-version":
        say('{"id":%d,"result":{}}\n' % id)
    elif how == "version-1":
        say('{"jsonrpc":"1.0","id":%d,"result":{}}\n' % id)
    elif how == "null-error":
        say('{"jsonrpc":"2.0","id":%d,"error":null,"result":{}}\n' % id)
    elif how == "result-and-error":
        say('{"jsonrpc":"2.0","id":%d,"error":{"code":1,"message":""},"result":{}}\n' % id)
    elif how == "only-null-error":
        say('{"jsonrpc":"2.0","id":%d,"error":null}\n' % id)
    elif how == "no-result":
        say('{"jsonrpc":"2.0","id":%d}\n' % id)
    elif how == "cut":
        say(good[:-3] + "\n")
    elif how == "pretty":
        say(json.dumps({"jsonrpc": "2.0", "id": id, "result": {}}, indent=2) + "\n")
    elif how == "infinity":
        say(answer(id, "Infinity"))
    elif how == "not-utf-8":
        say(b'{"jsonrpc":"2.0","id":%d,"result":"\xff"}\n' % id)
    elif how == "empty-line":
        say("\n")
    elif how == "null":
        say("null\n")
    elif how == "error":
        say('{"jsonrpc":"2.0","id":%d,"error":{"code":-32000,"message":"no luck"}}\n' % id)
    elif how == "error-with-wrong-id":
        say('{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no luck"}}\n')
    elif how == "endless":
        flood(1, b"x" * 65536)
    elif how == "flood-of-lines":
        flood(1, b"INFO working\n" * 5000)
    elif how == "flood-stderr":
        for _ in range(500):
            os.write(2, b"lots of logs \xff" * 5000)
        complain("\nthe end\n")
        say(good)
    elif how == "flood-stderr-for-ever":
        flood(2, b"x" * 65536)
    elif how == "close-stdout":
        os.close(1)
        forever()
    elif how == "close-stdin":
        os.close(0)
        forever()
    elif how == "answer-and-close-stdin":
        os.close(0)
        say(good)
        forever()
    elif how == "answer-and-stop-reading":
        say(good)
        forever()
    elif how == "answer-without-reading":
        say(good)
        os.read(0, 1)
        say(answer(id + 1))
        forever()
    elif how == "refuse-without-reading":
        say(good)
        os.read(0, 1)
        say('{"jsonrpc":"2.0","id":%d,"error":{"code":-32000,"message":"too large"}}\n' % (id + 1))
        forever()
    elif how == "grandchild":
        grandchild()
        os._exit(3)
    elif how == "grandchild-of-its-own":
        grandchild(start_new_session=True)
        os._exit(3)
    elif how == "grandchild-without-environment":
        grandchild(start_new_session=True, env={})
        say(good)
    elif how == "answer-with-daemon":
        daemon(lambda: os.execvp("sleep", ["sleep", "1000"]))
        say(good)
    elif how == "answer-with-half-a-daemon":
        daemon(end_main_thread)
        say(good)
    elif how == "answer-with-hopper":
        daemon(hop)
        say(good)
    elif how == "grandchild-of-a-child":
        middle()
        os._exit(3)
    elif how == "hide-in-the-harness":
        hide_in_the_harness()
        forever()
    elif how == "session":
        say(answer(id, json.dumps([os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid()])))
    elif how == "answer-with-grandchild":
        grandchild()
        say(good)
    elif how == "large":
        say(answer(id, large(params["size"])))
    elif how == "deep":
        say(answer(id, "[" * params["levels"] + "]" * params["levels"]))
    elif how == "odd-but-legal":
        say('{ "id" : %d.0 , "jsonrpc" : "2.\\u0030", "more" : 1e999,\t"result" : "\\ud83d" }\r\n' % id)
    else:
        raise SystemExit("no such misbehaviour: " + how)


def start(how):
    """Misbehaves now, or gives the result of `initialize`."""
    global at_end
    once = os.environ.get("BAD_ONCE")
    if once:
        if os.path.exists(once):
            how = "well"
        open(once, "w").close()
    result = {
        "protocol": 1,
        "implementation": {"name": "bad", "version": "1"},
        "profiles": ["agentue-1.1/reducer"],
        "choices": {"directory": os.getcwd(), "variable": os.environ.get("BAD_VARIABLE")},
    }
    starts = 1
    count = os.environ.get("BAD_COUNT")
    if count:
        with open(count, "a+") as file:
            file.write("x")
            starts = file.tell()
    if how == "well":
        pass
    elif how == "goodbye":
        at_end = "log-at-end"
    elif how == "third-start-fails":
        if starts == 3:
            os._exit(3)
    elif how == "other-version":
        result["implementation"]["version"] = "%d" % starts
    elif how == "shuffled-profiles":
        result["profiles"] = ["agentue-1.1/reducer", "agentue-1.1/router"][:: 1 if starts % 2 else -1]
    elif how == "launcher":
        # Another process answers, and the one that was started ends.
        if os.fork():
            os._exit(0)
    elif how == "other-profiles":
        if starts > 1:
            result["profiles"] = []
    elif how in ("two-requests", "slower", "chaos", "fails"):
        return how, result
    elif how == "exit":
        complain("no module named \x1b[31mluck\n")
        os._exit(3)
    elif how == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "silent":
        forever()
    elif how == "banner":
        say("Welcome to the bad driver!\n")
    elif how == "slow":
        time.sleep(1)
    elif how == "protocol-2":
        result["protocol"] = 2
    elif how == "number-for-a-profile":
        result["profiles"] = [1]
    elif how == "list-for-a-choice":
        result["choices"]["order"] = [["by name"]]
    elif how == "surrogate-in-a-choice":
        result["choices"]["order"] = "\ud800"
    elif how == "refuse" or how == "unflushed" or how == "no-line-end":
        return how, result
    elif how == "deaf":
        os.close(0)
        forever()
    else:
        raise SystemExit("no such start: " + how)
    return "well", result


def main():
    how, result = start(sys.argv[1])
    served = 0
    for line in iter(sys.stdin.buffer.readline, b""):
        request = json.loads(line)
        method, id = request["method"], request.get("id")
        if method == "shutdown":
            end()
            break
        if method == "initialize":
            if how == "refuse":
                say('{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"no licence"}}\n')
            elif how == "unflushed":
                sys.stdout.write(answer(0, json.dumps(result)))
            elif how == "no-line-end":
                say(answer(0, json.dumps(result)).rstrip("\n"))
            else:
                say(answer(0, json.dumps(result)))
        elif method.startswith("bad/"):
            bad(method[4:], id, request["params"])
        elif method == "agentue/reduce":
            start_how, how = sys.argv[1], request["params"]["model"]["biz"]
            right = reduced(request["params"])
            served += 1
            if start_how == "chaos":
                how = chosen(id)
            if start_how == "two-requests" and served > 2:
                os._exit(3)
            if start_how == "slower":
                time.sleep(0.15 * served)
            if poisoned:
                say(poison(id, right))
            elif start_how == "fails" and served > 1:
                say(refusal(id))
            elif how in ("well", "a", "b", "c"):
                say(answer(id, right))
            else:
                bad(how, id, request["params"], right)
        else:
            say(answer(id, json.dumps(request["params"])))


main()
