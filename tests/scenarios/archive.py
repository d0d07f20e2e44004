"""Scenarios: a whole site, steps of a user, and their results, in one readable file.

    # A rename follows the links

    Why this is here, in a few sentences.

    -- content/a.md --
    See [setup](/docs/$0setup#linux).
    -- content/docs/setup.md --
    # Setup
    ## Linux
    == rename /docs/setup -> /docs/install
    -- content/a.md --
    See [setup](/docs/install#linux).

Parts before the first step are the files of the project; without a `refrakt.config.json` or `package.json` the site is the folder
`content`. A step begins with `==`. The lines below it are what is expected, and files below it are what they are afterwards; a file
that is not named is as it was. `$0` is the cursor of the editor. `check` without lines expects no problems.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

CURSOR = "$0"
CONFIG = "refrakt.config.json"
USUAL = '{"site": {"contentDir": "./content"}}\n'
_PART = re.compile(r"-- (\S(?:.*\S)?) --")


@dataclass
class Step:
    verb: str
    argument: str
    lines: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


@dataclass
class Scenario:
    title: str
    files: dict[str, str]
    cursor: tuple[str, int] | None
    """The file and the offset."""
    steps: list[Step]


def read(path: Path) -> Scenario:
    title = ""
    parts: dict[str, list[str]] = {}
    steps: list[tuple[Step, dict[str, list[str]]]] = []
    into: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("== "):
            verb, _, argument = line[3:].partition(" ")
            step = Step(verb, argument.strip())
            steps.append((step, {}))
            into = step.lines
        elif part := _PART.fullmatch(line):
            into = (steps[-1][1] if steps else parts).setdefault(part[1], [])
        elif not title and line.startswith("# "):
            title = line[2:]
        else:
            into.append(line)
    usual = {CONFIG: USUAL} if "package.json" not in parts else {}
    files = usual | {path: _text(lines) for path, lines in parts.items()}
    cursor = next(((path, text.index(CURSOR)) for path, text in files.items() if CURSOR in text), None)
    if cursor is not None:
        files[cursor[0]] = files[cursor[0]].replace(CURSOR, "")
    for step, after in steps:
        step.lines = [each for each in step.lines if each.strip()]
        step.files = {path: _text(lines) for path, lines in after.items()}
    assert title, f"{path.name} has no title"
    assert steps, f"{path.name} has no step"
    return Scenario(title, files, cursor, [step for step, _ in steps])


def _text(lines: list[str]) -> str:
    """`\\r` at the end of a line is the line end of Windows."""
    return "".join(f"{each[:-2]}\r\n" if each.endswith("\\r") else f"{each}\n" for each in lines)
