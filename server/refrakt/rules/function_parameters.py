"""A function with too few or too many parameters.

What is too much is ignored, and where something is missing the result is empty or always the same: `equals($a)` is true
whatever `$a` is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refrakt.markdoc.values import Function

from .finding import Found
from .page import Here
from .registry import rule
from .values import EVERYWHERE, used

_COUNTS: Mapping[str, tuple[int, int | None]] = {
    "and": (1, None),
    "or": (1, None),
    "not": (1, 1),
    "equals": (2, None),
    "default": (2, 2),
    "debug": (1, 1),
    "currency": (1, 2),
    "date": (1, None),
    "number": (1, None),
    "join": (1, 2),
    "concat": (1, None),
    "humanize": (1, 1),
}
"""The least and the most each of the known functions can make use of."""


@rule("function-parameters", "warning", node=EVERYWHERE)
def function_parameters(here: Here) -> Iterator[Found]:
    for value, span, _ in used(here.node):
        if not isinstance(value, Function) or value.name not in _COUNTS:
            continue
        if value.name not in here.page.site.config.functions:
            continue
        least, most = _COUNTS[value.name]
        given = len(value.parameters)
        if given < least:
            needs = "one parameter" if least == 1 else f"{least} parameters"
            yield Found(span, f"`{value.name}` needs at least {needs} and has {given}", "Add what is missing.")
        elif most is not None and given > most:
            takes = "one parameter" if most == 1 else f"{most} parameters"
            yield Found(span, f"`{value.name}` takes {takes} and has {given}", "Remove what is too much.")
