"""The signatures of the functions that a page may call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from refrakt.project.site import SiteContext


@dataclass(frozen=True, slots=True)
class FunctionSignature:
    """A function. `parameters` are valid Markdoc, so that a call made of them parses."""

    name: str
    parameters: tuple[str, ...] = ()
    about: str = ""

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"


_SIGNATURES: Mapping[str, FunctionSignature] = {
    each.name: each
    for each in (
        FunctionSignature("equals", ("$value", '"text"'), "Whether all arguments are equal"),
        FunctionSignature("and", ("$first", "$second"), "Whether all arguments are true"),
        FunctionSignature("or", ("$first", "$second"), "Whether at least one argument is true"),
        FunctionSignature("not", ("$value",), "Whether the argument is false"),
        FunctionSignature(
            "default", ("$value", '"otherwise"'), "The first argument, or the second where the first is undefined"
        ),
        FunctionSignature("debug", ("$value",), "The value as JSON, for debugging"),
        FunctionSignature(
            "currency", ("$amount", '"EUR"'), "An amount of money; in US dollars without a currency code"
        ),
        FunctionSignature("date", ("$date",), "A date in words"),
        FunctionSignature("number", ("$number",), "A number with thousands separators"),
        FunctionSignature("join", ("$list", '", "'), "The items of a list, joined with a separator"),
        FunctionSignature("concat", ("$first", "$second"), "All arguments, concatenated"),
        FunctionSignature("humanize", ("$word",), "An identifier such as `in-progress` with capitals and spaces"),
    )
}


def functions(site: SiteContext) -> list[FunctionSignature]:
    """All functions of a site: Markdoc's, refrakt's and its own."""
    return [_SIGNATURES.get(name) or FunctionSignature(name) for name in site.surroundings.config.functions]


def function_named(site: SiteContext, name: str) -> FunctionSignature | None:
    """The function of this name."""
    return (_SIGNATURES.get(name) or FunctionSignature(name)) if name in site.surroundings.config.functions else None
