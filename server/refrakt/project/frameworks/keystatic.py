"""The content of Keystatic: the folders of its collections and singletons.

A path ends with `*` for one folder level and `**` for any; the entry is a file of that name, or `index` in a folder of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.project.frameworks.page_sources import ContentFolder
from refrakt.project.frameworks.site_files import SiteFiles, joined

CONFIGS = tuple(f"keystatic.config.{ending}" for ending in ("ts", "tsx", "js", "jsx", "mjs"))
_PATH = re.compile(r"""\bpath\s*+:\s*+["'`]([^"'`$\n]{1,300})["'`]""")
_PLAIN_MARKDOWN = re.compile(r"""\bextension\s*+:\s*+["']\.?md["']""")


def keystatic_config(files: SiteFiles, folder: str) -> str | None:
    return files.first(joined(folder, name) for name in CONFIGS)


def keystatic_folders(files: SiteFiles, folder: str) -> Iterator[ContentFolder]:
    """The folders of the collections, as far as the config writes their paths as texts."""
    config = keystatic_config(files, folder)
    text = (files.text(config) if config is not None else None) or ""
    endings = (".mdoc", ".md") if _PLAIN_MARKDOWN.search(text) else (".mdoc",)
    for path in dict.fromkeys(found[1] for found in _PATH.finditer(text)):
        name = joined("", path.partition("*")[0].strip("/"))
        place = joined(folder, name)
        if name and not place.startswith("../") and any(each.endswith(endings) for each in files.below(place)):
            yield ContentFolder(name, endings)
