"""Checks real Markdoc sites and prints a table: `make plain SITES=FOLDER`, where each folder in FOLDER is a checkout.

For each site: whether it was recognised, whether its schema is closed, its tags, the problems by severity and per 100 pages, the
files that `check --fix` would change, and the seconds of a first and a second check.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from refrakt.project.frameworks.recognition import recognise

REFRAKT = Path(sys.executable).with_name("refrakt")


def run(folder: Path, cache: str, *options: str) -> tuple[dict[str, object], float]:
    """The JSON answer of a check and its seconds; no answer if it failed."""
    began = time.perf_counter()
    done = subprocess.run(
        [REFRAKT, "check", "--format", "json", *options],
        cwd=folder,
        env={**os.environ, "REFRAKT_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    seconds = time.perf_counter() - began
    try:
        return json.loads(done.stdout), seconds
    except ValueError:
        return {"failure": done.stderr.strip()[:200]}, seconds


def changed_by_fixes(folder: Path, cache: str) -> int:
    """How many files `check --fix` changes, in a copy."""
    with tempfile.TemporaryDirectory() as copy:
        top = Path(copy) / "site"
        shutil.copytree(folder, top, symlinks=True, ignore=shutil.ignore_patterns("node_modules", ".git"))
        before = {path: path.read_bytes() for path in top.rglob("*.m*") if path.is_file()}
        run(top, cache, "--fix")
        return sum(path.read_bytes() != text for path, text in before.items())


def row(folder: Path) -> str:
    sites = recognise(folder)
    if not sites:
        return f"{folder.name}: not recognised"
    kinds = ", ".join(f"{each.framework}/{each.router}" for each in sites[:3])
    closed = sum(each.schema is not None and each.schema.open is None for each in sites)
    tags = sum(len(each.schema.tags) for each in sites if each.schema is not None)
    with tempfile.TemporaryDirectory() as cache:
        answer, cold = run(folder, cache)
        _, warm = run(folder, cache)
        fixed = changed_by_fixes(folder, cache)
    if "failure" in answer:
        return f"{folder.name}: {kinds}: {answer['failure']}"
    problems = answer["problems"]
    assert isinstance(problems, list)
    counts = Counter(each["severity"] for each in problems)
    files = int(str(answer["files"]))
    share = 100 * len(problems) / max(files, 1)
    severities = " ".join(f"{counts[each]} {each}" for each in ("error", "warning", "info", "hint"))
    return (
        f"{folder.name}: {kinds}; schema closed {closed}/{len(sites)}, {tags} tags; {files} pages; {severities} "
        f"({share:.1f} per 100 pages); {fixed} files fixed; {cold:.1f} s, then {warm:.1f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the checkouts")
    folder = parser.parse_args().folder
    if not folder.is_dir():
        print(f"{folder}: no such folder; nothing is checked")  # noqa: T201
        return
    for each in sorted(folder.iterdir()):
        if each.is_dir():
            print(row(each), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
