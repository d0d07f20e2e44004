"""A reference to something that nothing on the site goes by.

The reader sees the name and no link. A name is an id, the address of a page or of one of its headings, a title in whatever
capitals, or something that a pattern of the config's `xrefs` knows; with a `type`, a thing of that type. What is known but shown
by no page cannot be linked either: that is so for the items of a plan on a site whose `entityRoutes` make no pages of them. In the
plan itself, and where an attribute names a thing, it is enough that there is such a thing. The fix puts in the name that must have
been meant. On a site with a package that is not known here, names may be that package's, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.calling import called
from ..index.look import Look
from ..index.problem import Related
from ..index.targets import normal
from ..index.xrefs import may_be_outside
from ..pages.facts import Reference
from .naming import not_known
from .registry import Told, reference_rule

_DESIGN = "design-context"
_MOST_NAMED = 10
_USUAL = "default"
"""The name of a design that every sandbox may ask for, whether there is one or not."""


@reference_rule("unresolved-xref", "warning", "xref", fixable=True)
def unresolved_xref(look: Look, reference: Reference) -> Iterator[Told]:
    spec, name, type = look.spec, reference.name, reference.hint
    found = called(look, name, type)
    linked = reference.rune == "xref" and look.entry.kind != "plan"
    if not found.sure or (found.things and not linked) or found.hrefs or may_be_outside(name, spec.xrefs):
        return
    if found.things:
        yield _nowhere_shown(look, reference, found.things[0].type)
    elif spec.sure and not spec.context.vocabulary.unknown and not _is_optional(look, reference) and look.is_complete:
        yield _not_there(look, reference)


def _is_optional(look: Look, reference: Reference) -> bool:
    """A sandbox may name a design that nobody has set; it counts where there are designs at all."""
    return reference.hint == _DESIGN and (reference.name == _USUAL or not look.has_type(_DESIGN))


def _nowhere_shown(look: Look, reference: Reference, type: str) -> Told:
    message = f"'{reference.name}' is known, but no page of this site shows it"
    advice = f"Make pages of each {type} with `entityRoutes`, or say with `xrefs` where to find them."
    things = called(look, reference.name, reference.hint).things
    related = tuple(Related(each.path, 0, 0, f"the {each.type} is written here") for each in things[:_MOST_NAMED])
    return Told(reference.start, reference.end, message, advice, related=related)


def _not_there(look: Look, reference: Reference) -> Told:
    name, type = reference.name, reference.hint
    others = called(look, name).things if type is not None else ()
    if others:
        message = f"no {type} is called '{name}', but a {others[0].type} is"
        return Told(reference.start, reference.end, message, f"Name the type {others[0].type}, or none.")
    fitting = [each for each in _near(look, name) if _would_do(look, reference, each)]
    return not_known(reference, f"no {type or 'thing'} on this site is called '{name}'", fitting)


def _near(look: Look, name: str) -> list[str]:
    if not name.startswith("/"):
        return look.nearest_names(name)
    url, mark, fragment = name.partition("#")
    page = look.page(url)
    if mark and page is not None and page.url is not None:
        return [f"{page.url}#{each}" for each in look.near_anchors(page, fragment)]
    return [page.url] if page is not None and page.url is not None else look.nearest_urls(normal(url))


def _would_do(look: Look, reference: Reference, name: str) -> bool:
    found = called(look, name, reference.hint)
    return bool(found.hrefs if reference.rune == "xref" and look.entry.kind != "plan" else found.things)
