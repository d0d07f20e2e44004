"""The functions a page may call: what they take and what they give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from refrakt.project.site import SiteContext


@dataclass(frozen=True, slots=True)
class Signature:
    """A function. `parameters` are written as a page could have them, so that a call made of them can be read."""

    name: str
    parameters: tuple[str, ...] = ()
    about: str = ""

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"


_KNOWN: Mapping[str, Signature] = {
    each.name: each
    for each in (
        Signature("equals", ("$value", '"text"'), "Whether all its parameters are the same"),
        Signature("and", ("$first", "$second"), "Whether all its parameters hold"),
        Signature("or", ("$first", "$second"), "Whether at least one of its parameters holds"),
        Signature("not", ("$value",), "Whether its parameter does not hold"),
        Signature("default", ("$value", '"otherwise"'), "The first parameter, or the second where that is not set"),
        Signature("debug", ("$value",), "A value as JSON, to look at while writing"),
        Signature("currency", ("$amount", '"EUR"'), "An amount of money; without a code, in dollars"),
        Signature("date", ("$date",), "A date as people write it"),
        Signature("number", ("$number",), "A number with its thousands set apart"),
        Signature("join", ("$list", '", "'), "The items of a list in one text, with something between them"),
        Signature("concat", ("$first", "$second"), "All its parameters in one text"),
        Signature("humanize", ("$word",), "A word such as `in-progress` with capitals and spaces"),
    )
}


def functions(site: SiteContext) -> list[Signature]:
    """All a site offers: Markdoc's own, refrakt's, and those of the site."""
    return [_KNOWN.get(name) or Signature(name) for name in site.surroundings.config.functions]


def function_named(site: SiteContext, name: str) -> Signature | None:
    """The function of this name."""
    return (_KNOWN.get(name) or Signature(name)) if name in site.surroundings.config.functions else None
