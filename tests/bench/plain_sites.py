"""Checks real Markdoc sites and prints a Markdown table: `make plain SITES=FOLDER`, where each folder in FOLDER is a checkout.

`--sample N --seed S` also writes N random problems of all sites, with their source lines, to a file for a reader to judge.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from bench.plain_site import SiteMeasurement, measure

SEVERITIES = ("error", "warning", "info", "hint")
COLUMNS = (
    ("site", "schema", "tags known", "pages", *SEVERITIES)
    + ("per 100 pages", "fixed files", "reformatted files", "cold s", "warm s", "Node s")
)  # fmt: skip


def row(found: SiteMeasurement) -> list[str]:
    if not found.recognised:
        return [found.name, "not recognised", *[""] * (len(COLUMNS) - 2)]
    if found.failure:
        return [found.name, f"failed: {found.failure}", *[""] * (len(COLUMNS) - 2)]
    more = f" (and {len(found.open) - 1} more)" if len(found.open) > 1 else ""
    schema = f"open: {found.open[0]}{more}" if found.open else "closed"
    return [
        found.name,
        schema,
        f"{found.tags_known}/{found.tags_used}",
        str(found.pages),
        *(str(found.severities[each]) for each in SEVERITIES),
        f"{100 * len(found.problems) / max(found.pages, 1):.1f}",
        str(found.fixed),
        str(found.reformatted),
        f"{found.cold:.1f}",
        f"{found.warm:.1f}",
        "" if found.node is None else f"{found.node:.1f}",
    ]


def total(all_found: Sequence[SiteMeasurement]) -> list[str]:
    whole = SiteMeasurement("total", recognised=True)
    for each in all_found:
        whole.tags_known += each.tags_known
        whole.tags_used += each.tags_used
        whole.pages += each.pages
        whole.problems = [*whole.problems, *each.problems]
        whole.severities += each.severities
        whole.fixed += each.fixed
        whole.reformatted += each.reformatted
        whole.cold += each.cold
        whole.warm += each.warm
        whole.node = (whole.node or 0) + each.node if each.node is not None else whole.node
    cells = row(whole)
    recognised = sum(each.recognised for each in all_found)
    closed = sum(each.recognised and not each.open for each in all_found)
    cells[1] = f"{recognised}/{len(all_found)} recognised, {closed} closed"
    return cells


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(each.replace('|', '/').replace(chr(10), ' ') for each in cells)} |"


def sample(all_found: Sequence[SiteMeasurement], folder: Path, count: int, seed: int) -> str:
    """Random problems with the lines around them."""
    every = [(found.name, problem) for found in all_found for problem in found.problems]
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    parts = [f"{len(chosen)} of {len(every)} problems, seed {seed}\n"]
    for index, (name, problem) in enumerate(chosen, 1):
        place = f"{name}/{problem['path']}:{problem['line']}:{problem['column']}"
        parts.append(f"## {index}. {place}\n{problem['severity']}[{problem['code']}]: {problem['message']}\n")
        lines = (folder / name / problem["path"]).read_text("utf-8", "replace").splitlines()
        first = max(problem["line"] - 3, 0)
        parts.append(
            "".join(
                f"{number:>5} | {lines[number - 1]}\n"
                for number in range(first + 1, min(problem["line"] + 2, len(lines)) + 1)
            )
        )
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the checkouts")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="how many problems to write for a reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample-file", type=Path, default=Path("plain-sample.md"))
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    if not folder.is_dir():
        print(f"{folder}: no such folder; nothing is checked")  # noqa: T201
        return
    print(line(COLUMNS), line(["---"] * len(COLUMNS)), sep="\n", flush=True)  # noqa: T201
    all_found = []
    for each in sorted(folder.iterdir()):
        if each.is_dir():
            all_found.append(measure(each))
            print(line(row(all_found[-1])), flush=True)  # noqa: T201
    print(line(total(all_found)))  # noqa: T201
    if arguments.sample:
        arguments.sample_file.write_text(sample(all_found, folder, arguments.sample, arguments.seed), "utf-8")
        print(f"\n{arguments.sample_file}: the sample")  # noqa: T201


if __name__ == "__main__":
    main()
