"""YAML for plugins: values, ranges, and incomplete files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.plugins.yaml import YamlNode, node_range, read

TEXT = """\
# 🌱 a comment
name: "täglich"
versions: {min: 1, max: 2.5}
tools:
  - hoe
  - 🪴 pot
when: 12:30
sure: yes
"""


def cut(text: str, node: YamlNode | None) -> str:
    assert node is not None
    return text[slice(*node_range(node).bounds)]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_key_and_value_has_its_range(end: str, mark: str) -> None:
    text = mark + TEXT.replace("\n", end)
    found = read(text)
    assert found.problems == ()
    root = found.root
    assert root is not None
    assert root.data() == {
        "name": "täglich",
        "versions": {"min": 1, "max": 2.5},
        "tools": ["hoe", "🪴 pot"],
        "when": "12:30",
        "sure": "yes",
    }
    tools = root.get("tools")
    assert tools is not None
    assert cut(text, root.key("tools")) == "tools"
    assert [cut(text, each) for each in tools.items] == ["hoe", "🪴 pot"]
    assert cut(text, root.get("versions")) == "{min: 1, max: 2.5}"
    assert cut(text, root.get("name")) == '"täglich"'


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_nothing_is_nothing(text: str) -> None:
    assert read(text).root is None
    assert read(text).problems == ()


def test_a_list_is_fine() -> None:
    found = read("- a\n- b\n")
    assert found.root is not None
    assert (found.root.data(), found.problems) == (["a", "b"], ())


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("a: 1\nb: [1, 2\nc: 3\n", "yaml-syntax", None),
        ("a: 1\n\tb: 2\n", "yaml-syntax", None),
        ("a: 1\nb: 2\na: 3\n", "yaml-duplicate-key", "a"),
        ("a: *nobody\n", "yaml-syntax", "*nobody"),
        ("a: 1\n---\nb: 2\n", "yaml-syntax", "---"),
    ],
)
def test_errors_have_ranges_and_the_rest_is_parsed(text: str, code: str, where: str | None) -> None:
    found = read(text)
    assert code in [each.code for each in found.problems]
    problem = found.problems[0]
    assert problem.severity == "error"
    assert 0 <= problem.span.start <= problem.span.end <= len(text)
    if where is not None:
        assert text[slice(*problem.span.bounds)] == where
    assert found.root is not None


def test_a_bomb_of_aliases_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "yaml-too-long" in [each.code for each in read("\n".join(lines)).problems]


@given(st.text(max_size=200))
def test_it_never_fails(text: str) -> None:
    for problem in read(text).problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
