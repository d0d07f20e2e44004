"""What is under the cursor, in a few words.

Each kind of answer has a module. Several of them may have something to say about one place: what is most particular comes first,
the thing that is meant, then the word itself, then why something is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.rules.attributes import types_of

from ..answers import Explanation
from ..around import nodes_around
from ..page import PageContext
from ..place import Place, place_at
from ..things.mentions import mention_at
from ..things.thing import Mention
from .cards import card
from .frontmatter import key_at
from .names import names_at
from .problems import Trouble, explained
from .tags import in_tag

__all__ = ["Trouble", "explain"]

_NAMING = frozenset({"link", "image", "heading"})
_BREAK = "\n---\n\n"


def explain(page: PageContext, offset: int, troubles: Iterable[Trouble] = ()) -> Explanation | None:
    """What stands at an offset of a page; None where there is nothing to say about it."""
    told = [*_facts(page, offset), *explained(troubles, offset)]
    if not told:
        return None
    return Explanation(told[0].place, _BREAK.join(dict.fromkeys(each.markdown for each in told)))


def _facts(page: PageContext, offset: int) -> Iterator[Explanation]:
    place = place_at(page.document, offset)
    if place.kind == "code":
        return
    if place.kind == "frontmatter" or _is_name(page, place) or (place.kind == "text" and _may_name(page, offset)):
        yield from names_at(page, offset)
        yield from _thing(page, offset)
    for found in (in_tag(page, place), key_at(page, offset) if place.kind == "frontmatter" else None):
        if found is not None:
            yield found


def _is_name(page: PageContext, place: Place) -> bool:
    """Whether the value of an attribute may name something: one of a few words, a number or a switch does not."""
    if place.kind != "value":
        return False
    rune = page.site.vocabulary.get(place.name)
    attribute = rune.every_attribute.get(place.attribute or "") if rune is not None else None
    return attribute is None or not (attribute.values or {*types_of(attribute)} <= {"Boolean", "Number"})


def _may_name(page: PageContext, offset: int) -> bool:
    """Whether anything could be named in a text here. Mostly nothing is, and the facts of a long page take a while to find."""
    document = page.document
    if not document.blocks:
        return False
    around = nodes_around(document, offset)
    in_nav = any(page.site.vocabulary.names.get(each.tag or "") == "nav" for each in around)
    if any(each.type in _NAMING or (in_nav and each.type == "item") for each in around):
        return True
    return bool(document.blocks[document.block_at(offset)].definitions)


def _thing(page: PageContext, offset: int) -> Iterator[Explanation]:
    """The card of what a place names."""
    found = mention_at(page, offset)
    target = _target(page, found) if found is not None and found.thing.kind == "definition" else found
    if found is None or target is None or target.thing.kind == "key":
        return
    told = card(page, target.thing, brief=target.declares)
    if told is not None:
        # Where the name stands elsewhere, as the target of a link whose text is looked at, all of it is meant.
        covers = found.place.start <= offset <= found.place.end
        yield Explanation(found.place if covers or found.whole is None else found.whole, told)


def _target(page: PageContext, label: Mention) -> Mention | None:
    """What a definition of a link leads to."""
    for link in page.facts.links:
        if link.written is not None and label.whole is not None:
            used = (link.start, link.end) == label.whole
            if used or label.whole.start <= link.written[0] <= label.whole.end:
                return mention_at(page, link.written[1])
    return None
