"""Names of runes: those that fit the place first, then all others a writer may use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from refrakt.runes.model import Rune
from refrakt.runes.vocabulary import Vocabulary

from ..answers import Offer, Range, Replacement
from ..around import Surroundings
from ..page import PageContext
from ..place import Place
from ..reference import brief, is_markdocs_own, written
from .ending import Ending, ending_of
from .fitting import Fitting
from .snippets import whole


def offers(page: PageContext, place: Place, around: Surroundings) -> Iterator[Offer]:
    words = page.site.vocabulary
    ending = _unclosed(ending_of(place), place, around)
    has_attributes = _has_attributes(place)
    named_only = ending.is_there or (not ending.is_last and has_attributes)
    fitting = Fitting(words, around, before_text=not (ending.is_last or ending.is_there or has_attributes))
    known = {rune.name for rune in written(words)}
    for name, target in words.names.items():
        if target in known:
            rune = words.runes[target]
            sort = f"{_rank(rune, name, fitting, words)}{name}"
            detail = rune.about if name == rune.name else f"{rune.name}: {rune.about}"
            about = partial(brief, rune)
            if named_only:
                insert = f"{ending.lead}{name}{ending.finish}"
                also = _also(rune, name, place, around)
                yield Offer(name, "rune", place.word, insert, detail=detail, about=about, sort=sort, also=also)
            else:
                yield _whole(rune, name, ending, around, detail, sort)


def _unclosed(ending: Ending, place: Place, around: Surroundings) -> Ending:
    """The end of a tag that stands alone, as editors make it that close brackets by themselves, goes with the name."""
    tag = place.tag
    assert tag is not None
    end = tag.block.text[place.word.end - tag.base : tag.reach]
    if (
        ending.is_there
        and ending.is_last
        and around.closed_by is None
        and around.is_alone
        and not {"\n", "\r"} & {*end}
    ):
        return replace(ending, stretch=Range(place.word.start, tag.place.end), is_there=False)
    return ending


def _rank(rune: Rune, name: str, fitting: Fitting, words: Vocabulary) -> int:
    if not fitting.fits(rune):
        return 5
    if fitting.is_part(rune) or fitting.is_for_lines(rune):
        return 1
    return 4 if is_markdocs_own(rune, words) else 2 if name == rune.name else 3


def _whole(rune: Rune, name: str, ending: Ending, around: Surroundings, detail: str, sort: str) -> Offer:
    found = whole(rune, name, ending, around)
    is_snippet = found.plain != found.text
    bare = f"{ending.lead}{found.plain}" if is_snippet else ""
    insert = f"{ending.lead}{found.text}"
    return Offer(name, "rune", ending.stretch, insert, is_snippet, bare, detail, partial(brief, rune), sort)


def _has_attributes(place: Place) -> bool:
    """Whether the tag is written but for its end: only its name is being changed."""
    attributes = place.tag.syntax.attributes if place.tag is not None else ()
    return any(each.complete and each.form == "named" for each in attributes)


def _also(rune: Rune, name: str, place: Place, around: Surroundings) -> tuple[Replacement, ...]:
    """What a new name asks for besides: the same name in the closing tag, or the slash of a rune without body."""
    tag, close = place.tag, around.closed_by
    if close is not None:
        start, end = around.document.offsets(close.name_span)
        return (Replacement(Range(start, end), name),)
    if tag is None or not tag.syntax.terminated or not rune.self_closing:
        return ()
    end = tag.content_end
    before = tag.block.text[end - 1 : end]
    if before == "/" or tag.base + end <= place.word.end:
        return ()
    return (Replacement(Range(tag.base + end, tag.base + end), "/" if before.isspace() else " /"),)
