"""What a host reads redacted and writes back keeps its secrets (spec 2.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.entry import Memory, Profile, Work
from memdesk.core.errors import BadParameters
from memdesk.core.secrets import marks, put_back, redact
from memdesk.core.updating import EntryChange, ProfileChange, plan_update

# Put together here, so that no scanner takes this file for a leak.
KEY = "sk-" + "ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
TOKEN = "ghp_" + "abcdefghij1234567890ABCDEFGHIJabcdef"
STAGING = "staging password=hunter2hunter2"
LIVE = "live password=correcthorse9"
TWO = f"{STAGING}\n{LIVE}\nkey: {KEY}"
PIECES = [
    KEY,
    TOKEN,
    STAGING,
    LIVE,
    "[redacted: password]",
    "[redacted: token]",
    "plain",
    "\n",
    " ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_what_is_written_back_as_it_was_read_is_what_is_stored(stored: str) -> None:
    back = put_back(redact(stored)[0], stored)
    assert back == stored


@given(st.text(), st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_any_text_is_taken_or_refused(text: str, stored: str) -> None:
    back = put_back(text, stored)
    assert back == text if not marks(text) else back is None or isinstance(back, str)


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.lists(st.sampled_from(PIECES), max_size=8))
def test_no_secret_of_another_text_comes_in(text: list[str], stored: list[str]) -> None:
    shown, there = redact("".join(text))[0], "".join(stored)
    back = put_back(shown, there)
    if back is not None:
        # Nothing but what that text hides, each in the place of its own mark.
        assert redact(back)[0] == shown or marks(there)


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("Renew it: [redacted: Anthropic API key]!", f"Renew it: {KEY}!"),
        # Other words around it, other order of kinds, the same one twice: still certain.
        ("[redacted: GitHub token], then [redacted: Anthropic API key]", f"{TOKEN}, then {KEY}"),
        ("a [redacted: Anthropic API key] b [redacted: Anthropic API key]", f"a {KEY} b {KEY}"),
        # One of two passwords is gone: what stands before the other says which it is.
        ("live password=[redacted: password]", LIVE),
        ("live password=[redacted: password]\nstaging password=[redacted: password]",
         f"{LIVE}\n{STAGING}"),
        ("key: none", "key: none"),
    ],
)  # fmt: skip
def test_a_mark_becomes_the_secret_that_it_stands_for(written: str, stored: str) -> None:
    there = "\n".join((TWO, f"a {TOKEN}"))
    assert put_back(written, there) == stored


@pytest.mark.parametrize(
    "written",
    [
        "which password=[redacted: password]",
        "[redacted: password]",
        "[redacted: Slack token]",
    ],
)
def test_an_unclear_mark_is_none(written: str) -> None:
    assert put_back(written, TWO) is None


def test_a_mark_of_the_text_s_own_stays() -> None:
    own = "memdesk writes [redacted: password] in its place."
    assert put_back(own + " Always.", own) == own + " Always."


# --- in an update

MEMORY = Memory(id="m1", title="Keys", content=TWO, tags=(f"k {KEY}", "plain"))
WORK = Work(
    id="w1", name="Site", path="https://user:hunter2hunter@host.example/x", tech=(KEY, "Go")
)
PROFILE = Profile(notes=f"My key is {KEY}", preferences=(STAGING, "tea"))


def plan(profile: Profile = PROFILE, **params: object) -> list[object]:
    there = {("memory", "m1"): MEMORY, ("work", "w1"): WORK}
    return list(plan_update(params, profile, lambda kind, id: there.get((kind, id))))


def shown(text: str) -> str:
    return redact(text)[0]


def test_a_text_that_is_mended_and_written_back_keeps_its_secrets() -> None:
    assert plan(id="m1", content="# Keys\n" + shown(TWO)) == [
        EntryChange(kind="memory", id="m1", fields={"content": "# Keys\n" + TWO})
    ]
    assert plan(id="m1", content=shown(TWO)) == []
    assert plan(id="m1", tags=[shown(f"k {KEY}"), "new"]) == [
        EntryChange(kind="memory", id="m1", fields={"tags": (f"k {KEY}", "new")})
    ]
    assert plan(workId="w1", workPath=shown(WORK.path), workTech=f"{shown(KEY)}, C") == [
        EntryChange(kind="work", id="w1", fields={"tech": (KEY, "C")})
    ]
    assert plan(profileNotes=shown(PROFILE.notes) + ".") == [
        ProfileChange(fields={"notes": PROFILE.notes + "."})
    ]
    assert plan(removePreferences=[shown(STAGING)]) == [
        ProfileChange(fields={"preferences": ("tea",)})
    ]


@pytest.mark.parametrize(
    "params",
    [
        {"id": "m1", "content": "one password=[redacted: password]"},
        {"id": "m1", "title": "Keys [redacted: token]"},
        {"id": "m1", "tags": ["x [redacted: Anthropic API key]"]},
        {"profileNotes": "[redacted: password]"},
        {"addInterests": ["[redacted: password]"]},
        {"workId": "w1", "workSummary": "[redacted: password]"},
    ],
)
def test_an_unclear_mark_is_refused_by_its_field(params: dict[str, object]) -> None:
    with pytest.raises(BadParameters) as refused:
        plan(**params)
    assert refused.value.field == list(params)[-1]
    assert "[redacted: " in str(refused.value)


def test_what_is_no_secret_was_shown_and_is_taken_as_it_is() -> None:
    open_one = Memory(id="m2", title="t", content=KEY, not_secret=True)
    (step,) = plan_update(
        {"id": "m2", "content": "[redacted: password]"}, PROFILE, lambda _kind, _id: open_one
    )
    assert step == EntryChange(kind="memory", id="m2", fields={"content": "[redacted: password]"})
