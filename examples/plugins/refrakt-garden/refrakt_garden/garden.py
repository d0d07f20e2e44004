"""Reads a `garden.yaml`. No function here prints or depends on its caller."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from refrakt.plugins import (
    CodeAction,
    CodeLens,
    FileEdit,
    Location,
    Problem,
    RefraktError,
    Span,
    TextEdit,
    WorkspaceEdit,
)
from refrakt.plugins.yaml import YamlFile, YamlNode, node_range, read

FILE = "garden.yaml"


def find(root: Path) -> dict[str, str] | None:
    """The garden file of a project, or None."""
    return {"file": FILE} if (root / FILE).is_file() else None


def to_sow(text: str, month: int) -> dict[str, list[str]]:
    """The plants to sow in a month."""
    garden = read(text)
    if garden.problems:
        raise RefraktError("VALIDATION_ERROR", f"{FILE} is invalid: {garden.problems[0].message}", f"fix {FILE}")
    return {"plants": [name for name, node in _plants(garden) if node.value == month]}


def wrong_months(garden: YamlFile) -> Iterator[Problem]:
    """Invalid months, with their ranges in the file."""
    yield from garden.problems
    for name, node in _plants(garden):
        if node.value not in range(1, 13):
            message = f"{name} cannot be sown in month {node.value!r}"
            yield Problem(node_range(node), message, "use a number from 1 to 12", severity="error", code="garden-month")


def sown_together(garden: YamlFile) -> Iterator[CodeLens]:
    """Code lenses above plants: how many others are sown in the same month, with links to them."""
    plants = list(_plants(garden))
    for name, month in plants:
        others = [node for other, node in plants if other != name and node.value == month.value]
        if others:
            locations = tuple(Location(FILE, node_range(each)) for each in others)
            yield CodeLens(node_range(month), f"{len(others)} more in month {month.value}", locations)


def later(garden: YamlFile, text: str, at: Span) -> Iterator[CodeAction]:
    """Code actions for the month under the cursor. The edit is made when one is chosen."""
    for name, month in _plants(garden):
        start, end = node_range(month).bounds
        if start <= at.end and at.start <= end and month.value in range(1, 13):
            edit = FileEdit(FILE, text, (TextEdit(node_range(month), str(month.value % 12 + 1)),))
            yield CodeAction(f"Sow {name} a month later", "refactor.rewrite", partial(WorkspaceEdit, (edit,)))


def _plants(garden: YamlFile) -> Iterator[tuple[str, YamlNode]]:
    """Each plant with the node of its month: `plants` holds lines like `carrot: 3`."""
    plants = garden.root.get("plants") if garden.root is not None else None
    for name, month in plants.entries if plants is not None else ():
        yield str(name.value), month
