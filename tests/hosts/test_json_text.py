"""One place of a JSON text is changed and no other byte."""

from __future__ import annotations

import difflib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.errors import BadParameters
from memdesk.hosts.json_text import JsonText

ENTRY = {"command": "memdesk", "args": ["mcp"]}

COMMENTED = """\
// my own settings
{
    // looks
    "theme": "dark", // not light
    /* servers */
    "mcpServers": { // mine
        // the first
        "files": { "command": "files", "args": ["/a//b", "/*no*/"] },
    },
    "last": [1, 2.5e3, true, null,],
}
// the end
"""


def changed_lines(before: str, after: str) -> list[str]:
    return [
        line
        for line in difflib.ndiff(before.splitlines(True), after.splitlines(True))
        if line[0] in "+-"
    ]


def test_comments_order_and_commas_stay_and_only_lines_are_added() -> None:
    text = JsonText(COMMENTED, "f")
    text.put(["mcpServers", "memdesk"], ENTRY)
    assert all(line[0] == "+" for line in changed_lines(COMMENTED, text.text))
    assert text.get(["mcpServers", "memdesk"]) == ENTRY
    assert '"mcpServers": { // mine\n        "memdesk": {\n            "command"' in text.text
    text.remove(["mcpServers", "memdesk"])
    assert text.text == COMMENTED


@pytest.mark.parametrize(
    "before",
    [
        COMMENTED,
        COMMENTED.replace("\n", "\r\n"),
        "\ufeff" + COMMENTED,
        '{"a": 1}',
        '{"a":1,"mcpServers":{"x":{}}}\n',
        '{\n  "$schema": "https://example.org/s.json"\n}\n',
        '{\n  "$schema": "https://example.org/s.json", // which\n  "a": 1\n}\n',
        '{\n\t"a": {\n\t\t"b": []\n\t}\n}\n',
        '{\n  "a": [\n    1\n  ],\n}',
        '{ "$schema": "x", "b": 2 }',
        '{\n  "mcpServers": {\n    "x": 1, "y": 2\n  }\n}',
    ],
)
def test_what_is_put_is_taken_out_again_to_the_byte(before: str) -> None:
    text = JsonText(before, "f")
    value: dict[str, Any] = dict(text.value)
    text.put(["mcpServers", "memdesk"], ENTRY)
    text.put_item(["hooks", "start"], lambda item: False, {"a": ["b"]})
    text.put_item(["hooks", "start"], lambda item: False, {"c": "d"})
    text.put(["mcpServers", "memdesk"], ENTRY)
    assert text.value == {
        **value,
        "mcpServers": {"memdesk": ENTRY, **value.get("mcpServers", {})},
        "hooks": {"start": [{"c": "d"}, {"a": ["b"]}]},
    }
    text.remove_items(["hooks", "start"], lambda item: bool({"a", "c"} & set(item)))
    text.remove(["mcpServers", "memdesk"])
    assert text.text == before


@pytest.mark.parametrize("before", ["", "  \n", "{}", "{\n}\n"])
def test_an_empty_text_becomes_an_object(before: str) -> None:
    text = JsonText(before, "f")
    text.put(["a", "b"], [1])
    assert text.text.rstrip("\n") == '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}'
    text.remove(["a", "b"])
    assert text.text.rstrip("\n") == "{}"


def test_a_comment_in_an_otherwise_empty_object_stays() -> None:
    text = JsonText('{\n  "a": {\n    // nothing yet\n  }\n}\n', "f")
    text.put(["a", "b"], 1)
    assert text.text == '{\n  "a": {\n    // nothing yet\n    "b": 1\n  }\n}\n'
    text.remove(["a", "b"])
    assert text.text == '{\n  "a": {\n    // nothing yet\n  }\n}\n'


def test_an_item_of_ours_is_replaced_where_it_stands() -> None:
    before = '{\n  "a": [\n    {"x": 1},\n    {\n      "ours": 1\n    },\n    {"y": 2}\n  ]\n}\n'
    text = JsonText(before, "f")
    text.put_item(["a"], lambda item: "ours" in item, {"ours": 2})
    assert text.text == before.replace('"ours": 1', '"ours": 2')


@pytest.mark.parametrize(
    "broken",
    [
        *('{"a": }', "[1]", "{", '{"a": 1} x', '{"a": 1 "b": 2}', "{'a': 1}", "nul", "[" * 5000),
        *(
            '{"a',
            '{"a": NaN}',
            '{"a": 1,,}',
            '{"a": [,]}',
            "{,}",
            '{"a":,}',
            '{"a": 1} /*',
            "/*/{}",
        ),
        *('{"a": 01}', '{"a": "\t"}', '{"a": 1 / 2}', '{"a": "x', '{"a": "/*"} */'),
    ],
)
def test_what_is_no_json_object_is_refused(broken: str) -> None:
    with pytest.raises(BadParameters, match="f is not valid JSON in line 1"):
        JsonText(broken, "f")


def test_the_line_that_is_broken_is_named_below_comments() -> None:
    broken = '{ // one\r\n/* two\r\n three */\r\n"a": [1,],\r\n"b" 2,\r\n}'
    with pytest.raises(BadParameters, match="in line 5"):
        JsonText(broken, "f")


def test_what_looks_like_a_comment_in_a_text_is_none() -> None:
    before = '{"a": "// no /* no", "b": ",]", "c": ["x\\",}", /* yes, ] */ 1,], "d": "*/"}'
    text = JsonText(before, "f")
    assert text.value == {"a": "// no /* no", "b": ",]", "c": ['x",}', 1], "d": "*/"}
    text.put(["e"], 5)
    assert text.text == before.replace("{", '{"e": 5, ', 1)


@pytest.mark.parametrize("comment", ["", "// mine\n"])
def test_twenty_megabytes_stay_as_they_are(comment: str) -> None:
    talk = [
        {"display": f"{number} " + "想 and so on. " * 60 + '"', "pasted": {}}
        for number in range(24_000)
    ]
    whole = {"started": 5, "projects": {"/a": {"history": talk}}, "last": True}
    before = comment + json.dumps(whole, ensure_ascii=False, indent=2)
    assert len(before.encode()) > 20_000_000
    text = JsonText(before, "f")
    text.put(["mcpServers", "memdesk"], {"command": "memdesk"})
    ours = '  "mcpServers": {\n    "memdesk": {\n      "command": "memdesk"\n    }\n  },\n'
    start = before.index('  "started"')
    # Whole texts are not shown: one that differs would be compared for an hour.
    with_ours = text.text == before[:start] + ours + before[start:]
    assert with_ours
    text.remove(["mcpServers", "memdesk"])
    as_before = text.text == before
    assert as_before


def test_something_else_in_the_way_is_refused() -> None:
    with pytest.raises(BadParameters, match="mcpServers"):
        JsonText('{"mcpServers": []}', "f").put(["mcpServers", "memdesk"], ENTRY)
    with pytest.raises(BadParameters, match=r"hooks\.start"):
        JsonText('{"hooks": {"start": {}}}', "f").put_item(["hooks", "start"], bool, 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(
    st.dictionaries(st.text(), JSON, min_size=1, max_size=4), st.sampled_from([None, 0, 2, "\t"])
)
def test_any_json_comes_back_to_the_byte(
    document: dict[str, Any], indent: str | int | None
) -> None:
    before = json.dumps(document, indent=indent, ensure_ascii=False)
    text = JsonText(before, "f")
    assert text.value == document
    if "servers" in document:
        return
    text.put(["servers", "memdesk"], ENTRY)
    assert text.value == {**document, "servers": {"memdesk": ENTRY}}
    assert json.loads(text.text) == text.value
    text.remove(["servers", "memdesk"])
    assert text.text == before
