"""Closing tags: of the runes the cursor is in, the innermost first."""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Offer, Range
from ..around import Surroundings
from ..page import PageContext
from ..place import Place
from ..snippets import snippet_of
from ..typed import tag_before
from .ending import Ending, ending_of


def offers(place: Place, around: Surroundings) -> Iterator[Offer]:
    """What may follow `{% /`."""
    ending = ending_of(place)
    for number, name in enumerate(_names(around)):
        yield _offer(ending, name, "", f"0{number:03}", name in around.unclosed, name)


def after_opening(place: Place, around: Surroundings) -> Iterator[Offer]:
    """The same after a bare `{%`: before everything else where something is to be closed, else behind it."""
    ending = ending_of(place)
    for number, name in enumerate(_names(around)):
        rank = "0" if name in around.unclosed else "6"
        yield _offer(ending, name, f"{ending.lead}/", f"{rank}{number:03}", name in around.unclosed)


def after_end(page: PageContext, offset: int) -> Iterator[Offer]:
    """The closing tag of a rune whose opening tag has just got its `%}`."""
    tag = tag_before(page.document, offset)
    rune = page.site.vocabulary.get(tag.syntax.name) if tag is not None else None
    if tag is None or rune is None or tag.syntax.kind != "open" or snippet_of(rune).void:
        return
    around = Surroundings(page.document, tag)
    parent = around.nodes[-1] if around.nodes else page.document.tree
    node = next((each for each in parent.children if each.open is tag.syntax), None)
    if node is None or node.close is not None:
        return
    end = f"{{% /{tag.syntax.name} %}}"
    on_lines = around.begins_line and around.ends_line
    lead = around.next_lines
    insert = f"\n{lead}$0\n{lead}{end}" if on_lines else f"$0{end}"
    bare = insert.replace("$0", "")
    detail = f"closes {tag.syntax.name}"
    yield Offer(f"/{tag.syntax.name}", "closing", Range(offset, offset), insert, True, bare, detail, sort="0")


def _names(around: Surroundings) -> list[str]:
    return list(dict.fromkeys(node.tag for node in around.open_tags if node.tag))


def _offer(ending: Ending, name: str, before: str, sort: str, missing: bool, typed: str = "") -> Offer:
    detail = "not closed yet" if missing else "closed further down"
    insert = f"{before}{name}{ending.finish}"
    return Offer(f"/{name}", "closing", ending.stretch, insert, detail=detail, sort=sort, filter=typed)
