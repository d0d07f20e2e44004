"""Sites of any size for benchmarks, with the variety of real pages.

The pages are copies of real ones, each with its own title and sentence, so that no two are the same. Each copy of the content is
in its own folder, and links are rewritten: every one resolves to a page, many to a heading of it. Hundreds of pages link to one
page, the hub.
"""

from __future__ import annotations

import json
import posixpath
import random
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from refrakt.markdoc.document import parse
from refrakt.project.pages.content_tree import read_tree
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import Link, PageFacts
from refrakt.project.pages.routes import Routes
from refrakt.project.site import SiteContext, project_at

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "refrakt" / "site" / "content"
OWN = ROOT / "examples" / "site" / "content"

HUB = "hub.md"
HUB_HEADING = "Well known"
HUB_FRAGMENT = "well-known"
HUB_LINKERS = 500

_CONFIG = {
    "sites": {
        "main": {
            "contentDir": "./content",
            "plugins": [
                f"@refrakt-md/{name}"
                for name in ("marketing", "docs", "storytelling", "places", "business", "design", "learning", "media")
            ],
            "routeRules": [{"pattern": "*/docs/**", "layout": "docs"}, {"pattern": "**", "layout": "default"}],
        }
    }
}
_PICTURE = "/picture.svg"
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|$", re.IGNORECASE)
_SIMPLE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TITLE = re.compile(r"""(\A---\n(?:.*\n)*?title: *[^|>\n]+?)(["']?\n)""")
_NAME = re.compile(r"[a-z]{4,}")


class GeneratedSite(NamedTuple):
    """The files of the site. Paths are relative to the project root."""

    root: Path
    pages: tuple[str, ...]
    hub: str
    linkers: tuple[str, ...]
    """The pages that link to the hub's heading."""


class _Hole(NamedTuple):
    """A target to be rewritten: that of a page, or of a picture where there is none."""

    page: int | None
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class _Template:
    """A page to be copied: text and holes in turn."""

    path: str
    url: str
    pieces: tuple[str | _Hole, ...]


@cache
def _templates() -> tuple[tuple[_Template, ...], dict[str, str], tuple[str, ...]]:
    """The pages, the layouts and partials by their paths, and some words for sentences."""
    folder = CORPUS if CORPUS.is_dir() else OWN
    site = project_at(folder, {folder / "refrakt.config.json": json.dumps(_CONFIG)}).site("main")
    assert isinstance(site, SiteContext)
    tree = read_tree(folder)
    files = [*tree.layouts.values(), *tree.partials.values()]
    around = {each.path: (folder / each.path).read_text(encoding="utf-8") for each in files}
    read: list[tuple[str, str, PageFacts]] = []
    for page in tree.pages:
        text = (folder / page.path).read_text(encoding="utf-8")
        document = parse(text, site.options)
        facts = facts_of(document, site.vocabulary)
        # Text after an unclosed tag would not be read; a page with a slug cannot be copied.
        if not document.problems and not facts.draft and not facts.slug and page.path != HUB:
            read.append((page.path, text, facts))
    urls = [Routes().url(path) for path, _, _ in read]
    numbers = {url: number for number, url in enumerate(urls)}
    rng = random.Random(len(read))
    made = []
    for (path, text, facts), url in zip(read, urls, strict=True):
        holes: dict[tuple[int, int], _Hole] = {}
        for link in facts.links:
            if link.written is not None and not _ELSEWHERE.match(link.target):
                holes[link.written] = _hole(link, url, numbers, read, rng)
        made.append(_Template(path, url, tuple(_cut(text, holes))))
    words = sorted({word for _, text, _ in read[:20] for word in _NAME.findall(text)})
    return tuple(made), around, tuple(words)


def _hole(
    link: Link, url: str, numbers: dict[str, int], read: list[tuple[str, str, PageFacts]], rng: random.Random
) -> _Hole:
    if link.kind != "link":
        return _Hole(None)
    path, _, fragment = link.target.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(url), path.removesuffix(".md"))) if path else url
    page = numbers.get(target)
    if page is None:
        page = rng.randrange(len(read))
    ids = [each.id for each in read[page][2].headings if each.id and not each.rune and _SIMPLE.fullmatch(each.id)]
    if fragment not in ids:
        fragment = rng.choice(ids) if ids and rng.random() < 1 / 3 else ""
    return _Hole(page, fragment)


def _cut(text: str, holes: dict[tuple[int, int], _Hole]) -> list[str | _Hole]:
    pieces: list[str | _Hole] = []
    at = 0
    for (start, end), hole in sorted(holes.items()):
        pieces += [text[at:start], hole]
        at = end
    return [*pieces, text[at:]]


def generate(folder: Path, pages: int, seed: int = 0) -> GeneratedSite:
    """Write a site of so many pages into a folder."""
    templates, around, words = _templates()
    rng = random.Random(seed)
    content = folder / "content"
    copies = -(-(pages - 1) // len(templates))
    folders = {posixpath.dirname(each.path) for each in templates}
    for copy in range(copies):
        for below in folders:
            (content / f"copy{copy}" / below).mkdir(parents=True, exist_ok=True)
        for path, text in around.items():
            if not path.startswith("_partials/"):
                (content / f"copy{copy}" / path).write_text(text, encoding="utf-8")
    _write_around(folder, {path: text for path, text in around.items() if path.startswith("_partials/")})
    written = []
    linkers: list[str] = []
    for number in range(pages - 1):
        copy, index = divmod(number, len(templates))
        template = templates[index]
        path = f"content/copy{copy}/{template.path}"
        text = "".join(
            each if isinstance(each, str) else _target(each, copy, pages, templates) for each in template.pieces
        )
        sentence = " ".join(rng.choices(words, k=12))
        if len(linkers) < HUB_LINKERS:
            linkers.append(path)
            sentence += f", as [everybody](/hub#{HUB_FRAGMENT}) knows"
        (folder / path).write_text(f"{_retitled(text, number)}\n\nPage {number}: {sentence}.\n", encoding="utf-8")
        written.append(path)
    hub = f"content/{HUB}"
    (folder / hub).write_text(
        f"---\ntitle: Hub\n---\n\n# Hub\n\n## {HUB_HEADING}\n\nWhat others lead to.\n\n## Other things\n\nAnd more.\n",
        encoding="utf-8",
    )
    return GeneratedSite(folder, (*written, hub), hub, tuple(linkers))


def _write_around(folder: Path, partials: dict[str, str]) -> None:
    """Files of a site besides its pages."""
    (folder / "static").mkdir(parents=True, exist_ok=True)
    (folder / f"static{_PICTURE}").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>\n')
    (folder / "refrakt.config.json").write_text(json.dumps(_CONFIG, indent=2))
    for path, text in partials.items():
        target = folder / "content" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def _target(hole: _Hole, copy: int, pages: int, templates: tuple[_Template, ...]) -> str:
    """An existing URL. The last copy is incomplete: missing pages are taken from the first copy, else the hub."""
    if hole.page is None:
        return _PICTURE
    there = next((each for each in (copy, 0) if each * len(templates) + hole.page < pages - 1), None)
    if there is None:
        return "/hub"
    url = f"/copy{there}{templates[hole.page].url}".rstrip("/")
    return f"{url}#{hole.fragment}" if hole.fragment else url


def _retitled(text: str, number: int) -> str:
    """The page with a title of its own."""
    return _TITLE.sub(lambda found: f"{found[1]} {number}{found[2]}", text)
