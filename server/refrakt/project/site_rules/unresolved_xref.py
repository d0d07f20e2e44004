"""A reference to an entity that does not exist or has no URL.

The name is rendered without a link. A name is an id, the URL of a page or heading, a title (ignoring case), or a match
of a pattern in `xrefs` of the config; `type` restricts it to entities of that type. An entity that no page renders
cannot be linked: plan entities need `entityRoutes`. Inside the plan, and in attributes that name an entity, it is
enough that the entity exists. The fix writes the name that was probably meant. Sites with an unknown package are not
checked.

**Example**

```markdoc {% process=false %}
-- content/index.md --
See {% ref "/tales/heros" /%}.
-- content/tales/hero.md --
# The Hero
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
See {% ref "/tales/hero" /%}.
-- content/tales/hero.md --
# The Hero
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.project.index.external_references import may_be_outside
from refrakt.project.index.link_target import normal_url
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.unknown_name import same_number, unknown_name
from refrakt.rules.problem import Problem, Related
from refrakt.rules.registry import rule

_DESIGN = "design-context"
_MOST_NAMED = 10
_USUAL = "default"
"""The name of the default design, which a sandbox may use without a declaration."""


@rule("unresolved-xref", "warning", "references", on="reference:xref", scope="site", fixable=True)
def unresolved_xref(site: TrackedSite, reference: Reference) -> Iterator[Problem]:
    spec, name, type = site.spec, reference.name, reference.hint
    found = resolve_name(site, name, type)
    linked = reference.rune == "xref" and site.entry.kind != "plan"
    if not found.sure or (found.entities and not linked) or found.hrefs or may_be_outside(name, spec.xrefs):
        return
    if found.entities:
        yield _nowhere_shown(site, reference, found.entities[0].type)
    elif spec.sure and not spec.context.vocabulary.unknown and not _is_optional(site, reference) and site.is_complete:
        yield _not_there(site, reference)


def _is_optional(site: TrackedSite, reference: Reference) -> bool:
    """The default design of a sandbox needs no declaration, unless the site declares designs."""
    return reference.hint == _DESIGN and (reference.name == _USUAL or not site.has_type(_DESIGN))


def _nowhere_shown(site: TrackedSite, reference: Reference, type: str) -> Problem:
    message = f"'{reference.name}' exists, but has no page on this site"
    advice = f"Generate pages for each {type} with `entityRoutes`, or add a pattern to `xrefs`."
    entities = resolve_name(site, reference.name, reference.hint).entities
    related = tuple(
        Related(each.path, Span(0, 0), f"the {each.type} is defined here") for each in entities[:_MOST_NAMED]
    )
    return Problem(Span(reference.start, reference.end), message, advice, related=related)


def _not_there(site: TrackedSite, reference: Reference) -> Problem:
    name, type = reference.name, reference.hint
    others = resolve_name(site, name).entities if type is not None else ()
    if others:
        message = f"no {type} is called '{name}', but a {others[0].type} is"
        return Problem(Span(reference.start, reference.end), message, f"Name the type {others[0].type}, or none.")
    fitting = [each for each in _near(site, name) if _would_do(site, reference, each)]
    exact = same_number(site, name)
    return unknown_name(reference, f"no {type or 'entity'} is called '{name}'", fitting, exact=exact)


def _near(site: TrackedSite, name: str) -> list[str]:
    if not name.startswith("/"):
        return site.nearest_names(name)
    url, separator, fragment = name.partition("#")
    page = site.page(url)
    if separator and page is not None and page.url is not None:
        return [f"{page.url}#{each}" for each in site.nearest_anchors(page, fragment)]
    return [page.url] if page is not None and page.url is not None else site.nearest_urls(normal_url(url))


def _would_do(site: TrackedSite, reference: Reference, name: str) -> bool:
    found = resolve_name(site, name, reference.hint)
    return bool(found.hrefs if reference.rune == "xref" and site.entry.kind != "plan" else found.entities)
