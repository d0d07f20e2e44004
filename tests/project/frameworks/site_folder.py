"""Small sites for tests, written into a folder."""

from __future__ import annotations

import json
from pathlib import Path

from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.recognition import recognise


def write(root: Path, files: dict[str, str]) -> Path:
    """Write files; paths are relative to the root."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def package(*names: str, **versions: str) -> str:
    """A `package.json` with dependencies."""
    return json.dumps({"name": "site", "dependencies": {**dict.fromkeys(names, "^1.0.0"), **versions}})


def only_site(root: Path, files: dict[str, str]) -> MarkdocSite:
    """The one site of these files."""
    (site,) = recognise(write(root, files))
    return site


NEXT = {
    "package.json": package("next", "@markdoc/markdoc", "@markdoc/next.js"),
    "next.config.js": (
        "const withMarkdoc = require('@markdoc/next.js')\n"
        "module.exports = withMarkdoc()({ pageExtensions: ['js', 'tsx', 'md'] })\n"
    ),
}
"""The files of a Next.js site without pages."""
ASTRO = {
    "package.json": package("astro", "@astrojs/markdoc"),
    "astro.config.mjs": (
        "import markdoc from '@astrojs/markdoc'\n"
        "import { defineConfig } from 'astro/config'\n"
        "export default defineConfig({ integrations: [markdoc()] })\n"
    ),
}
"""The files of an Astro site without pages."""
