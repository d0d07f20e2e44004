"""Suggests similar names for an unknown one, in addition to the fix of the rule.

A rule offers the nearest name, or none where several are equally near. A user can choose from a short list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.enclosing_tags import nodes_around
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Node, Span, TagSyntax
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.link_edits import path_inside, target_offsets, with_fragment, with_path, written_page
from refrakt.project.site_rules.unknown_name import renamed
from refrakt.rules.attribute_definitions import accepts
from refrakt.rules.name_suggestion import nearest
from refrakt.rules.problem import Problem

_MOST = 3
_MOST_VALUES = 12
"""Of more allowed values only the nearest are suggested."""


class NameSuggestion(NamedTuple):
    """A fix that replaces an unknown name with a similar one."""

    title: str
    edits: tuple[TextEdit, ...]


def name_suggestions(request: ActionRequest, problem: Problem) -> Iterator[NameSuggestion]:
    """Other fixes of a problem, nearest name first."""
    find = _BY_CODE.get(problem.code)
    if find is not None:
        yield from find(request, problem)


def _suggestion(name: str, edits: Iterable[TextEdit]) -> NameSuggestion:
    return NameSuggestion(f"Write {name}", tuple(edits))


# Page rules -----------------------------------------------------------------------------------------------------------


def _runes(request: ActionRequest, problem: Problem) -> Iterator[NameSuggestion]:
    node = _tag_at(request, problem)
    if node is None or node.open is None:
        return
    spans = [Span(*request.document.offsets(each.name_span)) for each in (node.open, node.close) if each is not None]
    for name in nearest(node.open.name, request.page.site.vocabulary.names):
        yield _suggestion(name, (TextEdit(span, name) for span in spans))


def _attributes(request: ActionRequest, problem: Problem) -> Iterator[NameSuggestion]:
    node = _tag_at(request, problem)
    rune = request.page.site.vocabulary.get(node.tag or "") if node is not None else None
    attribute = _attribute_at(request, problem)
    if rune is None or node is None or attribute is None or attribute.form != "named":
        return
    free = {
        name: each
        for name, each in rune.every_attribute.items()
        if name not in node.attributes and not each.deprecated and accepts(each, attribute.annotation.value)
    }
    for name in nearest(attribute.annotation.name, free):
        yield _suggestion(name, [TextEdit(problem.span, name)])


def _values(request: ActionRequest, problem: Problem) -> Iterator[NameSuggestion]:
    node = _tag_at(request, problem)
    rune = request.page.site.vocabulary.get(node.tag or "") if node is not None else None
    attribute = _attribute_at(request, problem)
    definition = (
        rune.every_attribute.get(attribute.annotation.name) if rune is not None and attribute is not None else None
    )
    if definition is None or attribute is None or attribute.form != "named" or not definition.values:
        return
    value = attribute.annotation.value
    texts = {str(each): each for each in definition.values}
    near = nearest(value, texts) if isinstance(value, str) else []
    chosen = list(dict.fromkeys([*near, *(texts if len(texts) <= _MOST_VALUES else ())]))
    for name in chosen:
        new = format_value(texts[name])
        yield _suggestion(new, [TextEdit(problem.span, new)])


def _partials(request: ActionRequest, problem: Problem) -> Iterator[NameSuggestion]:
    attribute = _attribute_at(request, problem)
    value = attribute.annotation.value if attribute is not None else None
    if isinstance(value, str):
        for name in nearest(value, request.page.site.surroundings.partials or ()):
            yield _suggestion(name, [TextEdit(problem.span, format_value(name))])


def _tag_at(request: ActionRequest, problem: Problem) -> Node | None:
    """The node of the tag that a problem is in."""
    document = request.document
    syntax = document.tag_at(problem.span.start) or document.tag_at(problem.span.start + 1)
    if syntax is None:
        return None
    around = nodes_around(document, document.offsets(syntax.span)[1])
    holder = next((node for node in reversed(around) if node.open is syntax), None)
    if holder is not None:
        return holder
    children = (around[-1] if around else document.tree).children
    return next((node for node in children if node.open is syntax), None)


def _attribute_at(request: ActionRequest, problem: Problem) -> AttributeSyntax | None:
    document = request.document
    syntax: TagSyntax | None = document.tag_at(problem.span.start)
    if syntax is None:
        return None
    base = document.offsets(syntax.span)[0] - syntax.start
    span = problem.span.start - base, problem.span.end - base
    return next((each for each in syntax.attributes if span in (each.key, each.value)), None)


# Site rules -----------------------------------------------------------------------------------------------------------


def _on_site(
    find: Callable[[TrackedSite, Problem], Iterator[NameSuggestion]],
) -> Callable[[ActionRequest, Problem], list[NameSuggestion]]:
    """Adapts a function that needs the site: calls it with the lock held."""

    def found(request: ActionRequest, problem: Problem) -> list[NameSuggestion]:
        view = request.page.view
        if view is None:
            return []
        with view.lock:
            tracked = request.page.tracked
            return list(find(tracked, problem)) if tracked is not None else []

    return found


def _pages(tracked: TrackedSite, problem: Problem) -> Iterator[NameSuggestion]:
    for link in tracked.facts.links:
        target = tracked.target(link)
        # Relative links are fixed by the rule itself.
        if target_offsets(link) == problem.span.bounds and target.kind == "page" and not target.relative:
            for url in tracked.nearest_urls(target.candidates[0])[:_MOST]:
                yield from _suggestion_if_any(url, with_path(link, target.written, url))
            return


def _fragments(tracked: TrackedSite, problem: Problem) -> Iterator[NameSuggestion]:
    for link in tracked.facts.links:
        if link.start <= problem.span.start and problem.span.end <= max(link.end, target_offsets(link)[1]):
            target = tracked.target(link)
            page = written_page(tracked, target)
            if page is not None and target.fragment:
                for name in nearest(target.fragment, tracked.anchors(page)):
                    yield from _suggestion_if_any(f"#{name}", with_fragment(link, name))
                return


def _names(tracked: TrackedSite, problem: Problem) -> Iterator[NameSuggestion]:
    for reference in tracked.facts.references:
        if (reference.start, reference.end) == problem.span.bounds and not reference.name.startswith("/"):
            for name in tracked.nearest_names(reference.name):
                if not any(sign in name for sign in '"\\\n{}%') and problem.span.end - problem.span.start == len(
                    reference.name
                ):
                    yield _suggestion(name, [TextEdit(problem.span, name)])
            return


def _files(tracked: TrackedSite, problem: Problem) -> Iterator[NameSuggestion]:
    """Files with a similar name in the same folder."""
    for reference in tracked.facts.references:
        if (reference.start, reference.end) == problem.span.bounds and reference.kind == "file":
            folder, _, last = reference.name.rpartition("/")
            path = path_inside(tracked.spec.root, reference.name)
            for name in nearest(last, tracked.sibling_names(path)) if path is not None else ():
                spelt = f"{folder}/{name}" if folder else name
                yield from _suggestion_if_any(spelt, renamed(reference, spelt))
            return


def _suggestion_if_any(name: str, edits: Sequence[TextEdit]) -> Iterator[NameSuggestion]:
    if edits:
        yield _suggestion(name, edits)


_BY_CODE: dict[str, Callable[[ActionRequest, Problem], Iterable[NameSuggestion]]] = {
    "unknown-rune": _runes,
    "unknown-attribute": _attributes,
    "value-not-allowed": _values,
    "partial-missing": _partials,
    "broken-link": _on_site(_pages),
    "broken-fragment": _on_site(_fragments),
    "missing-file": _on_site(_files),
    "unresolved-xref": _on_site(_names),
}
