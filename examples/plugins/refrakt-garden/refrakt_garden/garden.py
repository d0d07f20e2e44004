"""What a `garden.yaml` says. Nothing here prints or knows who asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from refrakt.plugins import FileProblem, RefraktError
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


def _plants(garden: YamlFile) -> Iterator[tuple[str, YamlNode]]:
    """Each plant with the node of its month: `plants` holds lines like `carrot: 3`."""
    plants = garden.root.get("plants") if garden.root is not None else None
    for name, month in plants.entries if plants is not None else ():
        yield str(name.value), month
