"""Tests of sessions and runs. Run in this folder: python3 -m unittest"""

import time
import unittest

from agui_events import EVENTS, Unreadable, UnknownType, decode
from agui_fixtures import (
    FINISH, START, begin, call, chunk, content, event, finish, patch, run, run_bare, said, text,
    words_of)
from agui_session import Broken, Session


def pause(*ids):
    """A finish that waits for a person."""
    interrupts = [{"id": name, "reason": "confirm"} for name in ids]
    return {**FINISH, "outcome": {"type": "interrupt", "interrupts": interrupts}}


class EventTest(unittest.TestCase):
    """What is an event."""

    def test_every_type(self):
        samples = {"text": "x", "object": {}, "boolean": True, "objects": [], "any": None,
                   "content": "x", "subtype": "message", "reasoning_role": "reasoning"}
        self.assertEqual(len(EVENTS), 36)
        for kind, (needed, _) in EVENTS.items():
            members = [pair.split(":") for pair in needed.split()]
            sound = event(kind, **{name: samples[member] for name, member in members})
            self.assertEqual(decode(sound), sound)
            for name, member in members:
                lacking = {key: value for key, value in sound.items() if key != name}
                self.assertRaises(Unreadable, decode, lacking)
                if member != "any":
                    self.assertRaises(Unreadable, decode, {**sound, name: 5})

    def test_what_is_none(self):
        deep = []
        for _ in range(300):
            deep = [deep]
        for value in (5, None, [], {}, {"type": 5}, event("CUSTOM", name="x", value=deep),
                      {**begin("m"), "metadata": None}, {**begin("m"), "subagentRunId": None},
                      begin("m", role="critic"), event("STATE_DELTA", delta=[5]),
                      event("STATE_SNAPSHOT", snapshot=[float("inf")]),
                      {**pause("i"), "outcome": {}},
                      event("MESSAGES_SNAPSHOT", messages=[{"id": "m"}])):
            self.assertRaises(Unreadable, decode, value)
        self.assertRaises(UnknownType, decode, event("TELEPATHY_START"))
        self.assertEqual(decode({**call(), "parentMessageId": None}),
                         event("TOOL_CALL_START", toolCallId="c", toolCallName="find"))


class EndTest(unittest.TestCase):
    """Every run has one end, and it is the last update."""

    def test_ends(self):
        for events, end in (
                ([START, FINISH], "success"), ([START, pause("i")], "interrupted"),
                ([START, event("RUN_ERROR", message="boom")], "failed"), ([], "failed"),
                ([START], "failed"), ([START, pause()], "failed"), ([START, 5, FINISH], "failed"),
                ([START, begin("m"), FINISH], "success"), ([START, FINISH, START], "success")):
            _, updates = run_bare(*events)
            self.assertEqual([u["end"] for u in updates if u["update"] == "done"], [end])
            self.assertEqual(updates[-1]["update"], "done")
            if end == "failed":
                self.assertIn("error", [update["update"] for update in updates])

    def test_a_connection_that_breaks(self):
        def source():
            yield START
            yield chunk("m", "half")
            raise Broken("reset")

        session = Session("t")
        updates = list(session.run("r", source()))
        self.assertEqual(words_of(updates), ["started", "content", "ended", "transport", "failed"])
        self.assertEqual(session.view.messages, [said("m", "half")])

    def test_policies(self):
        for policy, end, messages in (
                ("seed", "success", [said("m", "a")]), ("v1", "failed", [])):
            session, updates = run(content("x", "lost"), *text("m", "a"), policy=policy)
            self.assertEqual(words_of(updates)[0], "protocol")
            self.assertEqual((updates[-1]["end"], session.view.messages), (end, messages))
        unknown = event("TELEPATHY_START")
        _, updates = run(unknown, policy="seed")
        self.assertEqual(words_of(updates), ["bytes", "failed"])
        self.assertIn("TELEPATHY_START", updates[-1]["message"])
        _, updates = run(unknown, policy="v1")
        self.assertEqual(words_of(updates), ["success"])
        other = {**START, "runId": "x"}
        self.assertEqual(words_of(run_bare(other, FINISH)[1]), ["success"])
        self.assertEqual(words_of(run_bare(other, FINISH, policy="v1")[1]), ["protocol", "failed"])
        stopped = {**FINISH, "outcome": {"type": "cancelled"}}
        self.assertEqual(words_of(run_bare(START, stopped, policy="v1")[1]), ["cancelled"])
        self.assertEqual(words_of(run_bare(START, stopped)[1]), ["bytes", "failed"])

    def test_interrupts_last_until_the_next_run(self):
        session, _ = run_bare(START, pause("i"))
        self.assertEqual([one["id"] for one in session.interrupts], ["i"])
        run(session=session)
        self.assertEqual(session.interrupts, [])


class MessageTest(unittest.TestCase):
    """Texts, chunks, calls and snapshots."""

    def test_updates_stay_as_they_were(self):
        _, updates = run(*text("m", "a"), begin("m"), content("m", "b"), finish("m"))
        self.assertEqual([u["message"]["content"] for u in updates[:-1]],
                         ["", "a", "a", "a", "ab", "ab"])

    def test_chunks_are_what_they_stand_for(self):
        plain = run(*text("m", "a"), *text("n", "b"))[1]
        self.assertEqual(run(chunk("m", "a"), chunk("n", "b"))[1], plain)
        self.assertEqual(run(chunk("m", "a"), finish("m"), *text("n", "b"))[1], plain)

    def test_lanes(self):
        session, updates = run(
            chunk("m", "A", by="s"), chunk("n", "B", by="u"), chunk(None, "a", by="s"),
            chunk(None, "?"), chunk(None, "b", by="u"))
        self.assertEqual(session.view.messages, [
            said("m", "Aa", subagentRunId="s"), said("n", "Bb", subagentRunId="u")])
        self.assertEqual(words_of(updates).count("protocol"), 1)
        for first in (chunk(None, "x"), event("TOOL_CALL_CHUNK", toolCallId="c", delta="{")):
            session, updates = run(chunk("m", "a", by="s"), first, chunk("m", "b"))
            self.assertEqual(session.view.messages[0]["content"][-1], "b")
        session, updates = run(begin("m", by="s"), chunk("m", "x", by="u"), finish("m"))
        self.assertEqual(words_of(updates), ["started", "protocol", "ended", "success"])

    def test_calls(self):
        arguments = event("TOOL_CALL_ARGS", toolCallId="c", delta="{}")
        end = event("TOOL_CALL_END", toolCallId="c")
        result = event("TOOL_CALL_RESULT", messageId="r", toolCallId="c", content="42")
        session, updates = run(call(), arguments, end, result)
        self.assertEqual(words_of(updates), [
            "tool_started", "tool_args", "tool_ended", "tool_result", "success"])
        held = session.view.messages
        _, updates = run(call(), arguments, end, session=session)  # Replayed.
        self.assertEqual(
            [update["message"]["toolCalls"][0]["function"]["arguments"] for update in updates[:2]],
            ["", "{}"])
        self.assertEqual(session.view.messages, held)
        for parent, holder in (("m", "m"), ("u", "c")):
            session = Session("t", [said("u", "go", "user")])
            run(call(parent=parent), end, session=session)
            self.assertEqual([m["id"] for m in session.view.messages if "toolCalls" in m], [holder])

    def test_snapshots(self):
        snapshot = event("MESSAGES_SNAPSHOT", messages=[said("n", "b"), said("m", "z")])
        session, updates = run(*text("m", "a"), snapshot, *text("k", "c"))
        self.assertEqual([m["content"] for m in session.view.messages], ["b", "z", "c"])
        self.assertEqual(updates[-2]["index"], 2)
        session, _ = run(begin("m"), event("MESSAGES_SNAPSHOT", messages=[]), content("m", "b"),
                         finish("m"))
        self.assertEqual(session.view.messages, [said("m", "b")])

    def test_metadata(self):
        session, _ = run(
            begin("m", metadata={"a": 1, "b": {"x": 1}}), content("m", "t", metadata={"b": {}}),
            finish("m", metadata={"c": None}))
        self.assertEqual(session.view.messages[0]["metadata"], {"a": 1, "b": {}, "c": None})

    def test_owners(self):
        end = event("TOOL_CALL_END", toolCallId="c", by="s")
        for events, reports in (
                ([begin("m", by="s"), content("m", "x", by="u"), finish("m")], 1),
                ([begin("m"), content("m", "x", by="u"), finish("m")], 1),
                ([begin("m", by="s"), content("m", "x"), finish("m", by="s")], 0),
                ([*text("m", "x", by="s"), begin("m", by="u")], 1),
                ([*text("m", "x", by="s"), call(by="u")], 1),
                ([*text("m", "x", by="s"), call(), end], 0)):
            _, updates = run(*events)
            self.assertEqual(words_of(updates).count("protocol"), reports, events)

    def test_without_verification(self):
        session, updates = run(content("m", "x"), verify=False)
        self.assertEqual((words_of(updates), session.view.messages), (
            ["content", "success"], [said("m", "x")]))
        self.assertEqual(words_of(run_bare(START, begin("m"), verify=False)[1])[-1], "failed")

    def test_many_deltas_do_not_take_long(self):
        begun = time.process_time()
        session, _ = run(begin("m"), *[content("m", "x")] * 20000, finish("m"))
        self.assertEqual(len(session.view.messages[0]["content"]), 20000)
        self.assertLess(time.process_time() - begun, 5)


class StateTest(unittest.TestCase):
    """The state, activities, reasoning and subagents."""

    def test_a_failed_patch(self):
        good, bad = ({"op": "add", "path": path, "value": 1} for path in ("/a", "/b/c"))
        session, updates = run(patch(good, bad), patch(good))
        self.assertEqual(words_of(updates), ["patch", "state", "success"])
        self.assertEqual(session.view.state, {"a": 1})

    def test_typed(self):
        def count(value):
            return patch({"op": "add", "path": "/count", "value": value})

        session, updates = run(count(1), count("no"), typed=True)
        self.assertEqual(words_of(updates), ["state", "state", "success"])
        self.assertEqual(updates[1]["update"], "error")
        self.assertEqual(session.view.state, {"count": "no"})

    def test_activities(self):
        def shown(**members):
            return event("ACTIVITY_SNAPSHOT", messageId="a", activityType="p", **members)

        def changed(message_id, path):
            return event("ACTIVITY_DELTA", messageId=message_id, activityType="p", patch=[
                {"op": "add", "path": path, "value": 1}])

        session, updates = run(
            shown(content={}), changed("a", "/x"), changed("a", "/y/z"), changed("b", "/y/z"),
            shown(content={}, replace=False), *text("a", "lost"))
        self.assertEqual(words_of(updates)[:4], ["activity", "activity", "patch", "patch"])
        self.assertEqual([m["content"] for m in session.view.messages], [{"x": 1}])

    def test_reasoning(self):
        def thought(kind, **members):
            return event("REASONING_MESSAGE_" + kind, messageId="m", **members)

        session, updates = run(
            thought("START", role="reasoning"), thought("CONTENT", delta="h"),
            thought("CONTENT", delta="m"), thought("END"), *text("m", "go"),
            *(event("THINKING_TEXT_MESSAGE_" + kind, **members) for kind, members in (
                ("START", {}), ("CONTENT", {"delta": "so"}), ("END", {}))))
        self.assertEqual([e["content"] for e in session.view.reasoning.values()], ["hm", "so"])
        self.assertEqual(session.view.messages, [said("m", "go")])

    def test_subagents(self):
        def about(kind, **members):
            return event("SUBAGENT_" + kind, subagentRunId="s", **members)

        suspended = about("FINISHED", outcome={"type": "suspended", "interruptIds": ["i"]})
        session, _ = run_bare(
            START, about("STARTED", name="x", description="d"), suspended, pause("i"))
        self.assertEqual(session.view.subagents["s"]["status"], "suspended")
        _, updates = run(about("STARTED", name="x"), about("ERROR", message="bad"), session=session)
        self.assertEqual(words_of(updates), ["resumed", "failed", "success"])
        self.assertEqual(list(session.view.subagents.values()), [{
            "id": "s", "name": "x", "description": "d", "status": "failed", "message": "bad"}])


if __name__ == "__main__":
    unittest.main()
