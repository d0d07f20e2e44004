"""The HTML document around a page: title, data for search engines, stylesheets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refrakt.markdoc.html import escape
from refrakt.theme.seo import Seo


@dataclass(frozen=True, slots=True)
class PageShell:
    """What a document contains besides the page. `styles` are texts of stylesheets, `stylesheets` are URLs."""

    title: str
    seo: Seo = field(default_factory=Seo)
    language: str = "en"
    stylesheets: Sequence[str] = ()
    styles: Sequence[str] = ()
    root_attributes: Mapping[str, str] = field(default_factory=dict)
    """Attributes of `html`, such as the colour scheme."""
    site_name: str = ""
    base_url: str = ""

    def document(self, body: str) -> str:
        """The whole document around the HTML of a page."""
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in self.root_attributes.items())
        head = "\n".join(self._head())
        return (
            f'<!doctype html>\n<html lang="{escape(self.language)}"{attributes}>\n<head>\n{head}\n</head>\n'
            f"<body>\n{body}\n</body>\n</html>\n"
        )

    def _head(self) -> Iterator[str]:
        yield '<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        full = f"{self.title} · {self.site_name}" if self.site_name and self.title != self.site_name else self.title
        yield f"<title>{escape(full)}</title>"
        og = self.seo.og
        if og.get("description"):
            yield f'<meta name="description" content="{escape(og["description"])}">'
        for name, value in og.items():
            shown = f"{self.base_url.rstrip('/')}{value}" if name == "url" and value.startswith("/") else value
            yield f'<meta property="og:{name}" content="{escape(shown)}">'
        if self.site_name:
            yield f'<meta property="og:site_name" content="{escape(self.site_name)}">'
        if self.base_url and og.get("url"):
            yield f'<link rel="canonical" href="{escape(self.base_url.rstrip("/") + og["url"])}">'
        for each in self.seo.json_ld:
            yield f'<script type="application/ld+json">{_script_text(each)}</script>'
        for href in self.stylesheets:
            yield f'<link rel="stylesheet" href="{escape(href)}">'
        for style in self.styles:
            yield f"<style>\n{style.replace('</', '<' + chr(92) + '/')}\n</style>"


def _script_text(data: object) -> str:
    """JSON that cannot end the script element."""
    text = json.dumps(data, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
