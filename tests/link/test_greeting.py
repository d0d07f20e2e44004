"""The first lines, and what becomes of those who do not understand each other."""

from __future__ import annotations

import pytest

from refrakt.hosts.link.greeting import VERSION, Answer, Hello, answer, hello, read_answer, read_hello


def test_a_greeting_carries_purpose_and_options() -> None:
    assert hello("mcp", {"tool-names": "underscore"}) == b"refrakt-link 1 mcp tool-names=underscore\n"
    assert read_hello(hello("mcp", {"a": "b=c"})) == Hello(VERSION, "mcp", {"a": "b=c"})


def test_an_answer_is_yes_or_no_with_a_reason() -> None:
    assert read_answer(answer()) == Answer(VERSION, True, f"it speaks version {VERSION}")
    assert read_answer(answer("an editor is its host")) == Answer(VERSION, False, "an editor is its host")


def test_yes_in_another_version_is_no() -> None:
    said = read_answer(b"refrakt-link 2 ok\n")
    assert said is not None
    assert not said.ok
    assert said.reason == "it speaks version 2"


@pytest.mark.parametrize(
    "line",
    [b"", b"\n", b"refrakt-link\n", b"refrakt-link x mcp\n", b'{"jsonrpc":"2.0"}\n', b"refrakt-link 1 mcp", b"\xff\n"],
)
def test_anything_else_is_no_greeting(line: bytes) -> None:
    assert read_hello(line) is None
    assert read_answer(line) is None


def test_a_greeting_is_one_short_line() -> None:
    assert read_hello(b"refrakt-link 1 mcp " + b"x" * 5000 + b"\n") is None
    with pytest.raises(ValueError, match="space"):
        hello("mcp", {"cwd": "two words"})
