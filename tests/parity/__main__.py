"""`make parity`: compares rendering with recordings of the reference, and prints how much is identical.

The recordings are in `../shared/oracle`, or in `oracle/` of the folder given as argument. Without them nothing is compared.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from parity.cases import Case, fixtures, pages
from parity.intended import reason, unused
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.vocabulary import vocabulary
from refrakt.theme.contracts import structure_contracts
from refrakt.theme.theme_config import default_theme

GOALS = {"fixtures": 98, "variants": 98, "pages of main": 90, "pages of plan": 0}
"""Percent that must be identical. Of the plan's few pages, those sorted by date depend on git."""


def main(arguments: list[str]) -> int:
    shared = Path(arguments[0] if arguments else "../shared")
    if not (shared / "oracle").is_dir():
        _show(f"parity: skipped, because there are no recordings in {shared / 'oracle'}")
        return 0
    sets = {
        "fixtures": fixtures(shared, "fixtures"),
        "variants": fixtures(shared, "variants"),
        "pages of main": pages(shared, "main"),
        "pages of plan": pages(shared, "plan"),
    }
    results = [_report(name, cases) for name, cases in sets.items()]
    results.append(_contracts(shared))
    return 0 if all(results) else 1


def _report(name: str, cases: list[Case]) -> bool:
    different = {case.name: reason(case) for case in cases if not case.is_identical}
    reasons = Counter(each for each in different.values() if each is not None)
    identical = len(cases) - len(different)
    _show(f"{name}: {_ratio(identical, len(cases))} identical")
    for each, count in reasons.items():
        _show(f"  intended: {each}: {count}")
    bugs = [each for each, why in different.items() if why is None]
    for bug in bugs:
        _show(f"  differs: {bug}")
    for page in unused(cases):
        _show(f"  listed as intended, and identical: {page}")
    return not bugs and not unused(cases) and 100 * identical >= GOALS[name] * len(cases)


def contract_differences(shared: Path) -> tuple[int, list[str]]:
    """The number of recorded contracts, and the keys that differ."""
    expected: dict[str, Any] = json.loads((shared / "oracle/contracts.json").read_text("utf-8"))["runes"]
    theme = default_theme(vocabulary([*map(bundled, BUNDLED), collect("refrakt_plan.runes")]))
    found: dict[str, Any] = structure_contracts(theme)["runes"]
    different = [f"{rune}: not recorded" for rune in found.keys() - expected.keys()]
    for rune, contract in expected.items():
        ours = found.get(rune, {})
        different += [f"{rune}: {key}" for key in contract.keys() | ours.keys() if contract.get(key) != ours.get(key)]
    return len(expected), sorted(different)


def _contracts(shared: Path) -> bool:
    count, different = contract_differences(shared)
    runes = {each.partition(":")[0] for each in different}
    _show(f"contracts: {_ratio(count - len(runes), count)} identical")
    for each in different:
        _show(f"  differs: {each}")
    return not different


def _show(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _ratio(part: int, whole: int) -> str:
    return f"{part}/{whole} ({100 * part / whole:.1f} %)"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
