"""Edits of JSON and TOML files that people write: comments, unknown keys and the style of the file are kept."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.json_edit import JsonEditError, as_json, merge_json, read_lenient
from refrakt.project.toml_edit import TomlEditError, as_toml, merge_toml


def applied(text: str, edits: Sequence[TextEdit]) -> str:
    for span, new in reversed(edits):
        text = text[: span.start] + new + text[span.end :]
    return text


def merged(text: str, data: dict[str, Any]) -> str:
    return applied(text, merge_json(text, data))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "s": {\n    "a": 1\n  }\n}\n'),
        ("// mine\n", '// mine\n{\n  "s": {\n    "a": 1\n  }\n}\n'),
        ("{}", '{\n  "s": {\n    "a": 1\n  }\n}'),
        ('{"s": {"a": 1}} // same', '{"s": {"a": 1}} // same'),
        ('{"s": {"a": 2, "b": 3}}', '{"s": {"a": 1, "b": 3}}'),
        ('{\n\t"x": 1, // why\n}\n', '{\n\t"x": 1, // why\n\t"s": {\n\t\t"a": 1\n\t}\n}\n'),
        ('{\n    "x": 1 // why\n}\n', '{\n    "x": 1, // why\n    "s": {\n        "a": 1\n    }\n}\n'),
        ('{\r\n  "x": "//no" /* , */\r\n}', '{\r\n  "x": "//no", /* , */\r\n  "s": {\r\n    "a": 1\r\n  }\r\n}'),
        (
            '{\n  "s": {\n    // first\n    "b": [1, 2,], // last\n  },\n}\n',
            '{\n  "s": {\n    // first\n    "b": [1, 2,], // last\n    "a": 1\n  },\n}\n',
        ),
    ],
)
def test_json_keeps_everything_else(before: str, after: str) -> None:
    assert merged(before, {"s": {"a": 1}}) == after


def test_a_list_is_extended_in_its_style() -> None:
    assert merged('{"p": ["a"]}', {"p": ["a", "b"]}) == '{"p": ["a", "b"]}'
    assert merged('{"p": [\n  "a" // x\n]}', {"p": ["a", "b"]}) == '{"p": [\n  "a",\n  "b" // x\n]}'
    assert merged('{"p": ["a"]}', {"p": ["c"]}) == '{"p": ["c"]}'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1, column 2: "),
        ('{"a" 1}', 'line 1, column 6: "a" must be followed by a colon and a value'),
        ("[]", "it is not an object"),
        ('{"s": []}', "`s` is not an object"),
        ('{"s": {"a": [1 /* one */]}}', "the value of `s.a` contains a comment, which would be lost"),
        ("{'a': 1}", "line 1, column 2: JSON requires double quotes"),
    ],
)
def test_json_that_cannot_be_edited(text: str, reason: str) -> None:
    with pytest.raises(JsonEditError, match=re.escape(reason)):
        merge_json(text, {"s": {"a": 1}})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('ab/*,:{}[]"\\ é\n', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text("abc", max_size=2), VALUES, max_size=4)
NEW = st.dictionaries(
    st.text("abc", max_size=2), st.lists(st.text("xy", max_size=2), max_size=2) | st.text("xy"), max_size=3
)


@given(before=OBJECTS, new=NEW, indent=st.sampled_from([None, 2, "\t"]))
def test_any_json_has_the_new_data_and_keeps_the_old(before: dict[str, Any], new: dict[str, Any], indent: Any) -> None:
    text = json.dumps(before, indent=indent, ensure_ascii=False)
    assert json.loads(merged(text, new)) == before | new
    assert read_lenient(merged(as_json(before), new)) == before | new


ENTRY = {"command": "python", "args": ["-m", "refrakt"]}
TABLE = '[mcp_servers.refrakt]\ncommand = "python"\nargs = ["-m", "refrakt"]\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", TABLE),
        ("# mine\nmodel = 'x'", f"# mine\nmodel = 'x'\n\n{TABLE}"),
        (f"a = 1\r\n{TABLE}".replace("\n", "\r\n").replace("\r\r", "\r"), None),
        ('[mcp_servers.other]\ncommand = "o"\n', f'[mcp_servers.other]\ncommand = "o"\n\n{TABLE}'),
        (
            '[mcp_servers.refrakt] # ours\ncommand = "old" # why\nargs = [\n  "a",\n]\non = 1\n\n[x]\ncommand = 1\n',
            '[mcp_servers.refrakt] # ours\ncommand = "python" # why\nargs = ["-m", "refrakt"]\non = 1\n\n[x]\ncommand = 1\n',
        ),
        (
            '["mcp_servers" . refrakt]\nnote = """\n[mcp_servers.refrakt]\n"""\nargs = ["-m", "refrakt"]',
            '["mcp_servers" . refrakt]\ncommand = "python"\nnote = """\n[mcp_servers.refrakt]\n"""\nargs = ["-m", "refrakt"]',
        ),
    ],
)
def test_toml_keeps_everything_else(before: str, after: str | None) -> None:
    changed = applied(before, merge_toml(before, ("mcp_servers", "refrakt"), ENTRY))
    assert changed == (before if after is None else after)
    assert tomllib.loads(changed)["mcp_servers"]["refrakt"].items() >= ENTRY.items()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = ", "invalid value (at end of document)"),
        ("mcp_servers = 1", "`mcp_servers` is not a table"),
        ('mcp_servers = { refrakt = { command = "x" } }', "`mcp_servers.refrakt` has a form that cannot be changed"),
        ("mcp_servers = { other = {} }", "`mcp_servers.refrakt` has a form that cannot be changed"),
        ("[mcp_servers.refrakt]\nargs = [\n  1, # one\n]\n", "the value of `args` contains a comment"),
    ],
)
def test_toml_that_cannot_be_edited(text: str, reason: str) -> None:
    with pytest.raises(TomlEditError, match=re.escape(reason)):
        merge_toml(text, ("mcp_servers", "refrakt"), ENTRY)


def test_names_and_strings_of_toml() -> None:
    table = as_toml(("s", "a b"), {"x": 'q"\\\n', "env": {"A.B": "é"}})
    assert tomllib.loads(table) == {"s": {"a b": {"x": 'q"\\\n', "env": {"A.B": "é"}}}}
