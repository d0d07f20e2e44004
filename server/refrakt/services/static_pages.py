"""The pages of a project as HTML for plugins that write a site of their own: `PageRenderer` of the plugin contract."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.markdoc.html import Renderable
from refrakt.services.context import Context
from refrakt.services.page_preview import rendered_file
from refrakt.theme.default_stylesheet import default_stylesheet
from refrakt.theme.page_html import page_html
from refrakt.theme.page_shell import PageShell
from refrakt.untrusted import LONGEST, word


class StaticPages:
    """Renders the pages of the project around a folder. The disk is scanned once."""

    def __init__(self, folder: Path) -> None:
        self._context = Context.at(folder, paged=False)
        self._index = self._context.index()
        if self._index is not None:
            self._index.rescan()

    def content(self, path: Path) -> Renderable:
        root = Path(os.path.realpath(self._context.project.root))
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(root):
            message = f"{word(str(path), LONGEST)} is outside the project"
            raise RefraktError("INVALID_ARGS", message, "Use a path inside the project.")
        with nullcontext() if self._index is None else self._index.lock:
            return rendered_file(self._context, real.relative_to(root).as_posix(), self._index).page.tree

    def document(self, title: str, content: Renderable, stylesheets: Sequence[str] = ()) -> str:
        return PageShell(title, stylesheets=stylesheets).document(page_html(content))

    def stylesheet(self) -> str:
        return default_stylesheet()
