"""One dataclass declares an input: its options, its JSON schema, and the check of arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from refrakt.command_input import from_json, input_schema, option
from refrakt.errors import RefraktError
from refrakt.hosts.cli.input_parser import InputParser


@dataclass(frozen=True, slots=True, kw_only=True)
class TeaInput:
    leaves: str = option(choices=("green", "black"), positional=True)
    """kind of tea"""
    cups: int = option(1, minimum=1, metavar="N")
    """number of cups"""
    extras: str | list[str] = option(default_factory=list, described=False)
    """what to add"""
    guests: list[str] | None = option(None, max_items=2, max_length=5, described=False)
    """who comes"""
    style: Literal["hot", "iced"] | None = option(None, name="servingStyle")
    quiet: bool = option(False, agent=False)
    """print nothing"""
    cursor: str | None = option(None, shell=False, max_length=8)
    """`nextCursor` of the previous page"""
    notes: dict[str, str] = option(
        default_factory=dict, members=("sugar", "served-in"), options=("sugar", "milk"), option_help="set `{name}`"
    )
    """other notes"""


def test_the_schema_of_a_tool() -> None:
    text = {"type": "string"}
    assert input_schema(TeaInput) == {
        "type": "object",
        "properties": {
            "leaves": {"type": "string", "enum": ["green", "black"], "description": "kind of tea"},
            "cups": {"type": "integer", "minimum": 1, "description": "number of cups; default: 1"},
            "extras": {"anyOf": [text, {"type": "array", "items": text}]},
            "guests": {"type": "array", "items": {"type": "string", "maxLength": 5}, "maxItems": 2},
            "servingStyle": {"type": "string", "enum": ["hot", "iced"]},
            "cursor": {"type": "string", "maxLength": 8, "description": "`nextCursor` of the previous page"},
            "notes": {"type": "object", "additionalProperties": text, "description": "other notes"},
            "sugar": text,
            "served-in": text,
        },
        "additionalProperties": False,
        "required": ["leaves"],
    }


def test_the_arguments_of_a_call() -> None:
    arguments = {"leaves": "green", "served-in": "glass", "notes": {"milk": "no"}, "servingStyle": "iced"}
    assert from_json(TeaInput, arguments) == TeaInput(
        leaves="green", style="iced", notes={"served-in": "glass", "milk": "no"}
    )


def test_a_whole_number_may_have_a_fraction_of_zero() -> None:
    cups = from_json(TeaInput, {"leaves": "green", "cups": 2.0}).cups
    assert (cups, type(cups)) == (2, int)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "`leaves` is missing"),
        ({"leaves": "red"}, "`leaves` must be `green` or `black`"),
        ({"leaves": "green", "cups": 0}, "`cups` must be at least 1"),
        ({"leaves": "green", "cups": True}, "`cups` must be a whole number"),
        ({"leaves": "green", "cups": 1.5}, "`cups` must be a whole number"),
        ({"leaves": "green", "extras": [1]}, "`extras` must be a string or a list"),
        ({"leaves": "green", "guests": ["a", "b", "c"]}, "`guests` must have at most 2 entries"),
        ({"leaves": "green", "guests": ["Eleonore"]}, "each entry of `guests` must have at most 5 characters"),
        ({"leaves": "green", "cursor": "123456789"}, "`cursor` must have at most 8 characters"),
        ({"leaves": "green", "sugar": 2}, "`sugar` must be a string"),
        ({"leaves": "green", "notes": []}, "`notes` must be an object"),
        ({"leaves": "green", "quiet": True}, "unknown argument `quiet`"),
        ({"leaves": "green", "sugra": "1"}, "unknown argument `sugra`; did you mean 'sugar'?"),
        ({"leaves": "green", "sugar": "1", "notes": {"sugar": "2"}}, "`sugar` differs from `sugar` in `notes`"),
    ],
)
def test_invalid_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RefraktError) as refused:
        from_json(TeaInput, arguments)
    assert (refused.value.code, refused.value.message) == ("INVALID_ARGS", message)
    assert refused.value.hint


def parsed(*arguments: str) -> TeaInput:
    _, (tea,) = InputParser("refrakt tea", "Brew tea.", TeaInput).read_inputs(arguments)
    assert isinstance(tea, TeaInput)
    return tea


def test_the_command_line() -> None:
    assert parsed("black") == TeaInput(leaves="black")
    assert parsed("black", "--extras", "lemon", "--quiet") == TeaInput(leaves="black", extras="lemon", quiet=True)
    assert parsed("black", "--extras", "a", "--extras", "b").extras == ["a", "b"]
    assert parsed("black", "--milk", "yes", "--rum=no", "--sugar", "").notes == {
        "milk": "yes",
        "rum": "no",
        "sugar": "",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["red"], "'green', 'black'"),
        (["green", "--cups", "0"], "--cups: 0 is less than 1"),
        (["green", "--cups", "two"], "--cups: 'two' is not a whole number"),
        (["green", "--style", "cold"], "'hot', 'iced'"),
        (["green", "--guests", "Eleonore"], "--guests: it has more than 5 characters"),
        (["green", "more"], "unexpected argument 'more'"),
    ],
)
def test_invalid_command_lines(arguments: list[str], message: str) -> None:
    with pytest.raises(RefraktError) as refused:
        parsed(*arguments)
    assert refused.value.code == "INVALID_ARGS"
    assert message in refused.value.message


def test_help_has_what_the_command_line_has() -> None:
    text = " ".join(InputParser("refrakt tea", "Brew tea.", TeaInput).format_help().split())
    assert "--cups N number of cups (default: 1)" in text
    assert "--milk VALUE set `milk`" in text
    assert "--cursor" not in text
