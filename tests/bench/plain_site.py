"""Measures one checkout of plain Markdoc sites: what is recognised, reported and changed, and how long it takes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from refrakt.markdoc.builtins import TAGS
from refrakt.markdoc.document import parse
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.site import Project, SiteContext, find_project

REFRAKT = Path(sys.executable).with_name("refrakt")
HERE = Path(__file__).parent
MARKDOC = HERE.parent / "conformance" / "node_modules" / "@markdoc" / "markdoc"
SECONDS = 300
_BATCH = 200
"""How many files one command formats, which limits the length of a command line."""


@dataclass
class SiteMeasurement:
    """The row of one checkout."""

    name: str
    recognised: bool = False
    open: tuple[str, ...] = ()
    """Why the schemas are open, one reason for each open one."""
    tags_used: int = 0
    tags_known: int = 0
    pages: int = 0
    problems: Sequence[Mapping[str, Any]] = ()
    severities: Counter[str] = field(default_factory=Counter)
    fixed: int = 0
    reformatted: int = 0
    cold: float = 0
    warm: float = 0
    node: float | None = None
    failure: str = ""


def measure(folder: Path) -> SiteMeasurement:
    found = SiteMeasurement(folder.name)
    project = find_project(folder)
    sites = list(project.markdoc_sites.values())
    if not sites or project.root.resolve() != folder.resolve():
        return found
    found.recognised = True
    found.open = tuple(each for site in sites if (each := _open_reason(site)) is not None)
    pages = [path for path in map(folder.resolve().joinpath, SiteFiles(folder).paths) if project.is_page(path)]
    _count_tags(found, project, pages)
    with tempfile.TemporaryDirectory() as cache:
        answer, found.cold = check(folder, cache)
        if "problems" not in answer:
            found.failure = str(answer["failure"])
            return found
        _, found.warm = check(folder, cache)
        found.pages, found.problems = answer["files"], answer["problems"]
        found.severities = Counter(each["severity"] for each in found.problems)
        found.fixed = _changed_by_fixes(folder, cache)
        found.reformatted = _reformatted(folder, cache, pages)
    found.node = _node_seconds(pages, sorted({name for site in sites if site.schema for name in site.schema.tags}))
    return found


def _open_reason(site: MarkdocSite) -> str | None:
    return (site.schema_reason or "no schema was found") if site.schema is None else site.schema.open


def _count_tags(found: SiteMeasurement, project: Project, pages: Sequence[Path]) -> None:
    """The different tags on the pages of each site, and how many of them its schema or Markdoc defines."""
    used: set[tuple[str, str]] = set()
    known: set[tuple[str, str]] = set()
    for path in pages:
        context = project.site(path=path)
        if not isinstance(context, SiteContext):
            continue
        for node in parse(path.read_text("utf-8", "replace"), context.options).tree.walk():
            if node.type == "tag" and node.tag:
                key = (context.name or "", node.tag)
                used.add(key)
                if node.tag in context.vocabulary.names or node.tag in TAGS:
                    known.add(key)
    found.tags_used, found.tags_known = len(used), len(known)


def run(folder: Path, cache: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "REFRAKT_CACHE_DIR": cache}
    return subprocess.run(
        [REFRAKT, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def check(folder: Path, cache: str, *options: str) -> tuple[dict[str, Any], float]:
    """The JSON answer of a check and its seconds; the reason if it failed."""
    began = time.perf_counter()
    done = run(folder, cache, "check", "--format", "json", *options)
    seconds = time.perf_counter() - began
    try:
        return json.loads(done.stdout), seconds
    except ValueError:
        return {"failure": done.stderr.strip()[:200]}, seconds


def _changed_by_fixes(folder: Path, cache: str) -> int:
    """How many files `check --fix` changes, in a copy."""
    with tempfile.TemporaryDirectory() as copy:
        top = Path(copy) / "site"
        shutil.copytree(folder, top, symlinks=True, ignore=shutil.ignore_patterns("node_modules", ".git"))
        before = {path: path.read_bytes() for path in top.rglob("*.m*") if path.is_file()}
        check(top, cache, "--fix")
        return sum(path.read_bytes() != text for path, text in before.items())


def _reformatted(folder: Path, cache: str, pages: Sequence[Path]) -> int:
    """How many pages `format --check` would change."""
    batches = (pages[start : start + _BATCH] for start in range(0, len(pages), _BATCH))
    return sum(len(run(folder, cache, "format", "--check", *map(str, batch)).stdout.splitlines()) for batch in batches)


def _node_seconds(pages: Sequence[Path], tags: Sequence[str]) -> float | None:
    """Seconds of parsing and validating the same pages with Markdoc in Node; None if it is not installed."""
    node = shutil.which("node")
    if node is None or not MARKDOC.is_dir():
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".json") as request:
        json.dump({"paths": [str(each) for each in pages], "tags": tags}, request)
        request.flush()
        command = [node, str(HERE / "parse_pages.mjs"), str(MARKDOC), request.name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    return float(done.stdout) if done.returncode == 0 else None
