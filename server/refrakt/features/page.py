"""The page a question is about: its text as it is now, the site it belongs to, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.markdoc import Document
from refrakt.project.site import SiteContext


@dataclass(frozen=True, slots=True)
class PageContext:
    """All that a feature is given besides the cursor."""

    document: Document
    site: SiteContext
    path: str | None = None
