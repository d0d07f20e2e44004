"""Names that may have been meant where one is not known: more than the one that the rule's fix puts in.

A rule mends with the likeliest name, or with none where it cannot tell. A person can, and chooses from a short list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from refrakt.markdoc import AttributeSyntax, Node, TagSyntax
from refrakt.markdoc.format.value import format_value
from refrakt.project.across.naming import renamed
from refrakt.project.across.words import inside, place_of, with_fragment, with_path, written_page
from refrakt.project.index.look import Look
from refrakt.project.index.problem import PageProblem
from refrakt.rules.attributes import accepts
from refrakt.rules.words import nearest

from ..answers import Range, Replacement
from ..around import nodes_around
from .asked import Asked

_MOST = 3
_MOST_VALUES = 12
"""Where an attribute allows more values than these, only the nearest are offered."""


class Alternative(NamedTuple):
    title: str
    edits: tuple[Replacement, ...]


def alternatives(asked: Asked, problem: PageProblem) -> Iterator[Alternative]:
    """Other ways to mend a problem, the likeliest first."""
    find = _BY_CODE.get(problem.code)
    if find is not None:
        yield from find(asked, problem)


def _written(name: str, edits: Iterable[Replacement]) -> Alternative:
    return Alternative(f"Write {name}", tuple(edits))


# On the page ----------------------------------------------------------------------------------------------------------


def _runes(asked: Asked, problem: PageProblem) -> Iterator[Alternative]:
    node = _tag_at(asked, problem)
    if node is None or node.open is None:
        return
    places = [Range(*asked.document.offsets(each.name_span)) for each in (node.open, node.close) if each is not None]
    for name in nearest(node.open.name, asked.page.site.vocabulary.names):
        yield _written(name, (Replacement(place, name) for place in places))


def _attributes(asked: Asked, problem: PageProblem) -> Iterator[Alternative]:
    node = _tag_at(asked, problem)
    rune = asked.page.site.vocabulary.get(node.tag or "") if node is not None else None
    typed = _attribute_at(asked, problem)
    if rune is None or node is None or typed is None or typed.form != "named":
        return
    free = {
        name: each
        for name, each in rune.every_attribute.items()
        if name not in node.attributes and not each.deprecated and accepts(each, typed.annotation.value)
    }
    for name in nearest(typed.annotation.name, free):
        yield _written(name, [Replacement(Range(problem.start, problem.end), name)])


def _values(asked: Asked, problem: PageProblem) -> Iterator[Alternative]:
    node = _tag_at(asked, problem)
    rune = asked.page.site.vocabulary.get(node.tag or "") if node is not None else None
    typed = _attribute_at(asked, problem)
    known = rune.every_attribute.get(typed.annotation.name) if rune is not None and typed is not None else None
    if known is None or typed is None or typed.form != "named" or not known.values:
        return
    value = typed.annotation.value
    texts = {str(each): each for each in known.values}
    near = nearest(value, texts) if isinstance(value, str) else []
    chosen = list(dict.fromkeys([*near, *(texts if len(texts) <= _MOST_VALUES else ())]))
    for name in chosen:
        new = format_value(texts[name])
        yield _written(new, [Replacement(Range(problem.start, problem.end), new)])


def _partials(asked: Asked, problem: PageProblem) -> Iterator[Alternative]:
    typed = _attribute_at(asked, problem)
    value = typed.annotation.value if typed is not None else None
    if isinstance(value, str):
        for name in nearest(value, asked.page.site.surroundings.partials or ()):
            yield _written(name, [Replacement(Range(problem.start, problem.end), format_value(name))])


def _tag_at(asked: Asked, problem: PageProblem) -> Node | None:
    """What the tag that a problem is marked in belongs to."""
    document = asked.document
    syntax = document.tag_at(problem.start) or document.tag_at(problem.start + 1)
    if syntax is None:
        return None
    around = nodes_around(document, document.offsets(syntax.span)[1])
    holder = next((node for node in reversed(around) if node.open is syntax), None)
    if holder is not None:
        return holder
    children = (around[-1] if around else document.tree).children
    return next((node for node in children if node.open is syntax), None)


def _attribute_at(asked: Asked, problem: PageProblem) -> AttributeSyntax | None:
    document = asked.document
    syntax: TagSyntax | None = document.tag_at(problem.start)
    if syntax is None:
        return None
    base = document.offsets(syntax.span)[0] - syntax.start
    place = problem.start - base, problem.end - base
    return next((each for each in syntax.attributes if place in (each.key, each.value)), None)


# Between pages --------------------------------------------------------------------------------------------------------


def _seen(
    find: Callable[[Look, PageProblem], Iterator[Alternative]],
) -> Callable[[Asked, PageProblem], list[Alternative]]:
    """What a look at the site finds, as far as it is known."""

    def found(asked: Asked, problem: PageProblem) -> list[Alternative]:
        view = asked.page.view
        if view is None:
            return []
        with view.lock:
            look = asked.page.look
            return list(find(look, problem)) if look is not None else []

    return found


def _pages(look: Look, problem: PageProblem) -> Iterator[Alternative]:
    for link in look.facts.links:
        target = look.target(link)
        # What is relative would have to be written from here; the rule's own fix does that.
        if place_of(link) == (problem.start, problem.end) and target.kind == "page" and not target.relative:
            for url in look.nearest_urls(target.places[0])[:_MOST]:
                yield from _if_any(url, with_path(link, target.written, url))
            return


def _fragments(look: Look, problem: PageProblem) -> Iterator[Alternative]:
    for link in look.facts.links:
        if link.start <= problem.start and problem.end <= max(link.end, place_of(link)[1]):
            target = look.target(link)
            page = written_page(look, target)
            if page is not None and target.fragment:
                for name in nearest(target.fragment, look.anchors(page)):
                    yield from _if_any(f"#{name}", with_fragment(link, name))
                return


def _names(look: Look, problem: PageProblem) -> Iterator[Alternative]:
    for reference in look.facts.references:
        if (reference.start, reference.end) == (problem.start, problem.end) and not reference.name.startswith("/"):
            for name in look.nearest_names(reference.name):
                if not any(sign in name for sign in '"\\\n{}%') and problem.end - problem.start == len(reference.name):
                    yield _written(name, [Replacement(Range(problem.start, problem.end), name)])
            return


def _files(look: Look, problem: PageProblem) -> Iterator[Alternative]:
    """Files of nearly the same name in the same folder."""
    for reference in look.facts.references:
        if (reference.start, reference.end) == (problem.start, problem.end) and reference.kind == "file":
            folder, _, last = reference.name.rpartition("/")
            path = inside(look.spec.root, reference.name)
            for name in nearest(last, look.beside(path)) if path is not None else ():
                spelt = f"{folder}/{name}" if folder else name
                yield from _if_any(spelt, renamed(reference, spelt))
            return


def _if_any(name: str, edits: Iterable[tuple[int, int, str]]) -> Iterator[Alternative]:
    made = [Replacement(Range(start, end), new) for start, end, new in edits]
    if made:
        yield _written(name, made)


_BY_CODE: dict[str, Callable[[Asked, PageProblem], Iterable[Alternative]]] = {
    "unknown-rune": _runes,
    "unknown-attribute": _attributes,
    "value-not-allowed": _values,
    "partial-missing": _partials,
    "broken-link": _seen(_pages),
    "broken-fragment": _seen(_fragments),
    "missing-file": _seen(_files),
    "unresolved-xref": _seen(_names),
}
