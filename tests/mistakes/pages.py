"""The pages that mistakes are seeded into: the example sites, a page for the sample of each rune, and a corpus if there is one."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mistakes.kind import SamplePage
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.vocabulary import vocabulary
from refrakt.services.context import Context

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "refrakt"
_TARGET = re.compile(r"(?:\]\(|href=\")(/[\w./-]*)[)\"]")
_CONFIG = {
    "site": {
        "contentDir": "./content",
        "plugins": [f"@refrakt-md/{name}" for name in (*BUNDLED[1:], "plan")],
    },
    "plan": {"dir": "plan"},
}


class Pages:
    """The pages of a project, and its context."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.context = Context.at(self.root)

    def __iter__(self) -> Iterator[SamplePage]:
        for file in sorted(self.root.rglob("*.md")):
            path = file.relative_to(self.root).as_posix()
            if path.startswith(("content/", "site/content/", "plan/", "pages/")) and "mistakes" not in path:
                site = self.context.site(None, file)
                yield SamplePage(path, file.read_text(encoding="utf-8"), site)

    def close(self) -> None:
        index = self.context.index()
        if index is not None:
            index.close()


@contextmanager
def example_pages() -> Iterator[Pages]:
    """The example site with all packages, pages with conditions and annotations, and a page for each rune."""
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        shutil.copytree(ROOT / "examples" / "site", root, dirs_exist_ok=True)
        (root / "refrakt.config.json").write_text(json.dumps(_CONFIG), encoding="utf-8")
        shutil.copytree(Path(__file__).with_name("samples"), root / "content" / "samples")
        (root / "content" / "runes").mkdir()
        for rune in vocabulary([*map(bundled, BUNDLED), collect("refrakt_plan.runes")]):
            if rune.sample:
                text = f"---\ntitle: The {rune.name} rune\n---\n\n# The {rune.name} rune\n\n{rune.sample.strip()}\n"
                (root / "content" / "runes" / f"{rune.name}.md").write_text(text, encoding="utf-8")
        _add_targets(root)
        pages = Pages(root)
        try:
            yield pages
        finally:
            pages.close()


def _add_targets(root: Path) -> None:
    """Create the pages and images that the samples link to, so that their links are right."""
    for file in sorted((root / "content" / "runes").glob("*.md")):
        for target in _TARGET.findall(file.read_text(encoding="utf-8")):
            path = target.strip("/")
            if not path or ".." in path:
                continue
            is_file = "." in path.rpartition("/")[2]
            made = root / "static" / path if is_file else root / "content" / f"{path}.md"
            if not made.exists():
                made.parent.mkdir(parents=True, exist_ok=True)
                made.write_text("" if is_file else "# A page\n", encoding="utf-8")


@contextmanager
def corpus_pages(folder: Path = CORPUS) -> Iterator[Pages]:
    """The pages of a real site and plan."""
    pages = Pages(folder)
    try:
        yield pages
    finally:
        pages.close()
