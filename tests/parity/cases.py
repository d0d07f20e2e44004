"""The recorded cases, rendered by `refrakt render --jsonl` as anybody would run it, and what differs.

A case is a fixture, a variant of one, or a page of a site. Only cases with a recorded themed tree count.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parity.theme_recordings import canonical, records

READS_FILES = frozenset({"sandbox", "snippet", "file-ref", "data", "expand"})
"""Runes that show files which the recorded site does not contain; pages that use them are not compared."""

SITE = "corpus/refrakt"
"""The recorded site, below the folder of recordings."""


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    rune: str
    """Empty for a page."""
    expected: Any
    found: Any
    error: str = ""

    @property
    def is_identical(self) -> bool:
        return not self.error and comparable(self.found) == comparable(self.expected)


@dataclass(frozen=True, slots=True)
class _Recorded:
    name: str
    rune: str
    request: dict[str, str] = field(repr=False)
    tree: Any = field(repr=False)


def comparable(tree: Any) -> str:
    """A tree as text: equal for trees that mean the same, as JSON does not confuse true with 1."""
    return json.dumps(canonical(tree), ensure_ascii=False, sort_keys=True)


def fixtures(shared: Path, name: str) -> list[Case]:
    """`fixtures` or `variants`: samples of the runes, rendered as snippets."""
    return _rendered(shared, "main", _fixtures(shared / "oracle", name))


def pages(shared: Path, site: str) -> list[Case]:
    """The pages of a site whose files are all there, at their paths."""
    found = (
        _Recorded(record["file"], "", {"path": record["file"]}, record["identityTree"])
        for record in records(shared / "oracle", f"pages/{site}")
        if "identityTree" in record and not READS_FILES.intersection(record.get("tagsUsed") or ())
    )
    return _rendered(shared, site, list(found))


def _fixtures(oracle: Path, name: str) -> list[_Recorded]:
    found = []
    for record in records(oracle, f"fixtures/{name}"):
        tree = record.get("identityTree")
        if isinstance(tree, dict) and "sameAs" in tree:
            tree = record[tree["sameAs"]]
        if tree is None or (isinstance(tree, dict) and "$error" in tree):
            continue
        parts = (record["rune"], record.get("alias"), record.get("attr"), record.get("value"))
        label = " ".join(str(part) for part in parts if part is not None)
        found.append(_Recorded(label, record["rune"], {"markdown": record["source"]}, tree))
    return found


def _rendered(shared: Path, site: str, recorded: Iterable[_Recorded]) -> list[Case]:
    recorded = list(recorded)
    requests = "".join(json.dumps({"id": number, **each.request}) + "\n" for number, each in enumerate(recorded))
    finished = subprocess.run(
        [sys.executable, "-m", "refrakt", "render", "--jsonl", "--site", site],
        input=requests.encode(),
        stdout=subprocess.PIPE,
        cwd=shared / SITE,
        check=True,
    )
    answers = {answer["id"]: answer for answer in map(json.loads, finished.stdout.splitlines())}
    return [
        Case(each.name, each.rune, each.tree, answers[number].get("tree"), answers[number].get("error", ""))
        for number, each in enumerate(recorded)
    ]
