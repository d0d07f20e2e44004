"""An item of a navigation that no page answers to.

An item that is no link is the address of a page, whose title is shown. It is seen from the folder in which the file with the
navigation lies, also where that is a layout; one that begins with a slash is seen from the top of the site. Capitals, a slash or
`/index` at its end make no difference. The build stops with an error, or shows a link that leads nowhere. The fix puts in the
address that must have been meant.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from refrakt.rules.words import did_you_mean

from ..index.look import Look
from ..index.targets import normal, target_of
from ..pages.facts import Reference
from .naming import renamed
from .registry import Told, reference_rule
from .words import is_served, likeliest


@reference_rule("unresolved-nav", "error", "nav", fixable=True)
def unresolved_nav(look: Look, reference: Reference) -> Iterator[Told]:
    name, kind = reference.name, look.entry.kind
    if not look.spec.sure or kind == "plan":
        return
    if name.startswith("/"):
        url = _absolute(look, name)
    elif kind != "partial":  # where a partial is taken in decides what is near it
        url = _relative(look, name)
    else:
        url = None
    if url is None or not look.is_complete:
        return
    names = look.nearest_urls(url)
    meant = likeliest(url, names)
    yield Told(
        reference.start,
        reference.end,
        f"no page is served at '{url}'{did_you_mean(names)}",
        f"Write {' or '.join(_spelt(look, each, name) for each in names)}." if names else None,
        renamed(reference, _spelt(look, meant, name) if meant is not None else None),
    )


def _absolute(look: Look, name: str) -> str | None:
    """The address an item names from the top of the site; None where something is there."""
    target = target_of(name, look.entry.url, look.folder, look.spec.routes.base)
    if target.kind != "page" or target.may_leave:
        return None
    if any(look.page_called(each) or is_served(look, each) for each in target.places):
        return None
    return target.places[0]


def _relative(look: Look, name: str) -> str | None:
    """The address an item names from the folder of its file; None where a page is there."""
    base = look.spec.routes.base.rstrip("/")
    url = posixpath.join("/", look.folder, name.partition("#")[0])
    url = normal(url)
    url = url.removesuffix("/index") or "/"
    if any(look.page_called(each) for each in (base + url, url)):
        return None
    return normal(base + url)


def _spelt(look: Look, url: str, name: str) -> str:
    """An address as an item of this file would name it."""
    base = look.spec.routes.base.rstrip("/")
    around = posixpath.join(f"{base}/", look.folder, "") if look.folder else f"{base}/"
    return url[len(around) :] if not name.startswith("/") and url.startswith(around) and url != around else url
