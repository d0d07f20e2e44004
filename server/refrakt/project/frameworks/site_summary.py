"""What was recognised about a site and why, for `detect`, `doctor` and `refrakt/status`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.untrusted import one_line

if TYPE_CHECKING:
    from refrakt.project.frameworks.markdoc_site import MarkdocSite

_LONGEST = 500
_ROUTERS = {"pages": "pages router", "app": "app router", "pages+app": "pages and app router"}


def summary(site: MarkdocSite, root: Path) -> dict[str, Any]:
    """A site as JSON data."""
    reason = open_reason(site)
    place = site.code_folder
    folder = place.relative_to(root).as_posix() if place.is_relative_to(root) else str(place)
    return {
        "name": site.name,
        "folder": folder,
        "framework": site.framework,
        "router": site.router,
        "evidence": list(site.evidence),
        "schema": "closed" if reason is None else "open",
        **({"schemaReason": reason} if reason is not None else {}),
        "tags": len(site.schema.tags) if site.schema is not None else 0,
        "routes": "known" if site.routes.known else "unknown",
    }


def text_summary(data: dict[str, Any]) -> str:
    """The same for people."""
    router = _ROUTERS.get(data["router"])
    where = f" in {data['folder']}" if data["folder"] != "." else ""
    kind = f"{data['framework']}{f', {router}' if router else ''}"
    tags = f"{data['tags']} {'tag' if data['tags'] == 1 else 'tags'}"
    known = f"{tags} in its schema" if data["schema"] == "closed" else f"not all tags are known: {data['schemaReason']}"
    return one_line(f"{data['name']}{where}: {kind} ({', '.join(data['evidence'])}); {known}", _LONGEST)


def open_reason(site: MarkdocSite) -> str | None:
    """Why there may be tags that are not known; None if all are known."""
    if site.schema is None:
        return site.schema_reason or "no schema was found"
    return site.schema.open
