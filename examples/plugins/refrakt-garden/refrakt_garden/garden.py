"""What a `garden.yaml` says. Nothing here prints or knows who asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from refrakt.plugins import (
    Action,
    Changes,
    FileEdit,
    FileProblem,
    Location,
    Note,
    Range,
    RefraktError,
    Replacement,
)
from refrakt.plugins.yaml import YamlFile, YamlNode, place, read

FILE = "garden.yaml"


def find(root: Path) -> dict[str, str] | None:
    """What refrakt is told about a project: where its garden is, or that it has none."""
    return {"file": FILE} if (root / FILE).is_file() else None


def to_sow(text: str, month: int) -> dict[str, list[str]]:
    """The plants to be sown in a month."""
    garden = read(text)
    if garden.problems:
        raise RefraktError("VALIDATION_ERROR", f"{FILE} is broken: {garden.problems[0].message}", f"Mend {FILE}.")
    return {"plants": [name for name, node in _plants(garden) if node.value == month]}


def wrong_months(garden: YamlFile) -> Iterator[FileProblem]:
    """Months that no year has, each at its place in the file."""
    yield from garden.problems
    for name, node in _plants(garden):
        if node.value not in range(1, 13):
            message = f"{name} cannot be sown in month {node.value!r}"
            yield FileProblem("garden-month", "error", place(node), message, "Use a number from 1 to 12.")


def sown_together(garden: YamlFile) -> Iterator[Note]:
    """What stands above a plant in the editor: how many others are sown in its month. Who follows it is shown them."""
    plants = list(_plants(garden))
    for name, month in plants:
        others = [node for other, node in plants if other != name and node.value == month.value]
        if others:
            places = tuple(Location(FILE, place(each)) for each in others)
            yield Note(place(month), f"{len(others)} more in month {month.value}", places)


def later(garden: YamlFile, text: str, at: Range) -> Iterator[Action]:
    """What could be done about the month under the cursor. The change is made when somebody has chosen it."""
    for name, month in _plants(garden):
        start, end = place(month)
        if start <= at.end and at.start <= end and month.value in range(1, 13):
            edit = FileEdit(FILE, text, (Replacement(place(month), str(month.value % 12 + 1)),))
            yield Action(f"Sow {name} a month later", "refactor.rewrite", partial(Changes, (edit,)))


def _plants(garden: YamlFile) -> Iterator[tuple[str, YamlNode]]:
    """Each plant with the node of its month: `plants` holds lines like `carrot: 3`."""
    plants = garden.root.get("plants") if garden.root is not None else None
    for name, month in plants.entries if plants is not None else ():
        yield str(name.value), month
