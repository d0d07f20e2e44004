"""`python -m gallery FOLDER`: writes one page with our sample of each rune, in the default stylesheet.

The samples are rendered as parts of a small site, so that runes that list other pages have something to list.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from refrakt.markdoc.html import escape
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import vocabulary
from refrakt.services.context import Context
from refrakt.services.render import RenderInput, render
from refrakt.theme.default_stylesheet import default_stylesheet
from refrakt.theme.page_shell import PageShell


def _boat(title: str, description: str, harbour: str, date: str) -> str:
    fields = f"title: {title}\ndescription: {description}\nharbour: {harbour}\ndate: {date}"
    return f"---\n{fields}\n---\n\n# {title}\n"


SITE = {
    "refrakt.config.json": json.dumps(
        {
            "sites": {
                "main": {
                    "contentDir": "./content",
                    "siteName": "Harbour",
                    "plugins": [f"@refrakt-md/{name}" for name in (*BUNDLED[1:], "plan")],
                }
            },
            "plan": {"dir": "plan"},
        }
    ),
    "content/index.md": "---\ntitle: Harbour\n---\n\n# Harbour\n",
    "content/boats/index.md": "---\ntitle: Boats\n---\n\n# Boats\n",
    "content/boats/heron.md": _boat("Heron", "A small ketch", "North", "2024-05-02"),
    "content/boats/tern.md": _boat("Tern", "A dinghy", "South", "2024-06-11"),
    "plan/work/WORK-001-dock.md": '{% work id="WORK-001" status="ready" priority="high" %}\n\n# Mend the dock\n\n{% /work %}\n',
}
_STYLE = """
body { margin: 0 auto; max-width: 72rem; padding: 1rem; }
.gallery-item { border-top: 1px solid var(--rf-color-border); padding: 1rem 0; }
.gallery-item > h2 { font-family: var(--rf-font-mono); font-size: 1rem; margin: 0 0 1rem; }
"""


def main(folder: Path) -> int:
    packages = [*map(bundled, BUNDLED), collect("refrakt_plan.runes")]
    runes = sorted(vocabulary(packages), key=lambda rune: rune.name)
    with TemporaryDirectory() as name:
        root = Path(name)
        for path, text in SITE.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        context = Context.at(root)
        items = [_item(context, rune) for rune in runes if rune.sample]
    body = f"<main>\n<h1>Runes</h1>\n{''.join(items)}</main>"
    folder.mkdir(parents=True, exist_ok=True)
    shell = PageShell("Runes", styles=[default_stylesheet(), _STYLE])
    (folder / "gallery.html").write_text(shell.document(body), encoding="utf-8")
    sys.stdout.write(f"gallery: {len(items)} samples in {folder / 'gallery.html'}\n")
    return 0


def _item(context: Context, rune: Rune) -> str:
    answer = render(context, RenderInput(markdown=rune.sample, path="content/boats/gallery.md", detail="full"))
    name = escape(rune.name)
    return f'<section class="gallery-item" data-rune-name="{name}">\n<h2>{name}</h2>\n{answer.html}\n</section>\n'


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
