"""Names that other tools use for what a rune, an attribute, a value or a function is called here.

A synonym is used only where its name is unknown: a site may have a tag `aside` of its own. `exact` names mean the same, so a fix
may write them; the others are proposals. An entry for a name that a site's vocabulary lacks has no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

_SEPARATORS = re.compile(r"[-_ .]+")


class RuneSynonym(NamedTuple):
    """A rune that may be meant by another name."""

    rune: str
    attributes: tuple[tuple[str, str], ...] = ()
    """What the name says beyond the rune: `warning` is a hint of the type `warning`."""
    exact: bool = True


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_RUNES: Mapping[str, str] = {
    "hint": "admonition callout alert notice infobox message-box hintbox admonitionblock notebox notice-box tip-box note-block",
    "details": "collapsible expander disclosure expandable spoiler toggle dropdown foldable show-more read-more",
    "accordion": "accordions faqs accordion-group",
    "accordion-item": "accordion-panel accordion-section accordion-entry",
    "tabs": "tabset tab-group tabbed tab-container tablist tab-list tabbox tab-set content-tabs",
    "tab": "tab-item tab-panel tab-pane",
    "codegroup": "code-group code-tabs code-blocks code-switcher code-block-group multi-code tabbed-code code-tab",
    "figure": "img image picture photo",
    "gallery": "image-gallery slideshow photo-gallery images",
    "grid": "row cols column-layout card-grid cardgrid",
    "card": "tile link-card linkcard",
    "embed": "iframe youtube vimeo video codepen codesandbox tweet oembed",
    "pullquote": "quote blockquote pull-quote",
    "steps": "stepper step-list procedure walkthrough step-by-step",
    "toc": "table-of-contents contents outline on-this-page",
    "icon": "svg-icon glyph",
    "badge": "pill chip label tag",
    "chart": "graph",
    "diagram": "flowchart",
    "sidenote": "margin-note side-note footnote",
    "xref": "crossref cross-reference cross-ref entity-link entityref reference",
    "partial": "include import insert transclude render-partial",
    "snippet": "code-snippet include-code code-file codefile source-file literalinclude",
    "file-ref": "file-link source-link",
    "datatable": "data-grid sortable-table",
    "deflist": "definition-list dl glossary description-list dictionary term-list",
    "cta": "call-to-action",
    "hero": "jumbotron masthead hero-section hero-banner",
    "feature": "feature-list feature-grid",
    "testimonial": "customer-quote user-quote customer-review",
    "pricing": "pricing-table price-table",
    "tier": "pricing-tier price-tier plan-tier",
    "comparison": "comparison-table",
    "timeline": "chronology",
    "map-pin": "marker map-marker pin",
    "howto": "how-to tutorial instructions",
    "api": "api-endpoint endpoint operation",
    "changelog": "release-notes releases",
    "audio": "sound audio-player",
    "playlist": "track-list tracklist",
    "track": "song",
    "cast": "people crew members team-members",
    "organization": "organisation company",
    "conversation": "dialog dialogue chat-log",
    "conversation-message": "chat-message",
    "progress": "progress-bar progressbar meter",
    "diff": "patch code-diff",
    "mediatext": "media-text image-text text-image media-object",
    "nav": "navigation menu nav-menu",
    "breadcrumb": "breadcrumbs crumbs",
    "pagination": "pager prev-next",
    "mockup": "device-frame device browser-frame",
    "preview": "demo live-demo live-preview",
    "sandbox": "playground live-code code-sandbox code-playground live-editor",
    "palette": "color-palette colour-palette colors colours",
    "swatch": "color-swatch colour-swatch",
    "typography": "type-scale fonts",
    "form": "contact-form",
    "form-field": "field input-field",
    "juxtapose": "before-after image-compare image-comparison",
    "annotate": "annotation annotated annotations",
    "bond": "relation relationship",
    "character": "person",
    "itinerary": "schedule travel-plan",
    "itinerary-day": "day",
    "itinerary-stop": "stop",
    "bento": "bento-grid",
    "bento-cell": "bento-item",
    "bg": "background",
    "textblock": "text-block prose",
    "budget": "expenses cost-table",
    "collection": "entity-list query-list",
    "backlog": "task-list kanban",
    "work": "task work-item ticket todo-item",
    "bug": "defect bug-report",
    "decision": "adr decision-record",
    "spec": "specification requirement rfc",
    "milestone": "sprint release-plan",
    "if": "when",
    "else": "elseif elsif elif else-if otherwise",
}
"""Names with the same meaning."""
_GUESSES: Mapping[str, str] = {
    "hint": "aside banner panel box infopanel",
    "sidenote": "aside",
    "details": "summary accordion-item fold collapse",
    "accordion": "collapse",
    "card": "panel box",
    "cta": "button btn",
    "section": "container wrapper div block",
    "hero": "header banner",
    "gallery": "carousel slider lightbox",
    "tabs": "switcher",
    "codegroup": "code code-block codeblock highlight",
    "embed": "media",
    "collection": "list query listing",
    "event": "calendar",
    "work": "issue story todo",
    "bug": "issue",
    "grid": "flex layout-grid",
    "figure": "media",
    "testimonial": "quote",
    "symbol": "function class method",
}
"""Names with a similar meaning."""
_TYPED: Mapping[str, tuple[RuneSynonym, ...]] = {
    "warning": (RuneSynonym("hint", (("type", "warning"),)),),
    "warn": (RuneSynonym("hint", (("type", "warning"),)),),
    "attention": (RuneSynonym("hint", (("type", "warning"),)),),
    "caution": (RuneSynonym("hint", (("type", "caution"),)),),
    "danger": (RuneSynonym("hint", (("type", "caution"),)),),
    "important": (RuneSynonym("hint", (("type", "warning"),), exact=False),),
    "note": (RuneSynonym("hint", (("type", "note"),)),),
    "info": (RuneSynonym("hint", (("type", "note"),)),),
    "information": (RuneSynonym("hint", (("type", "note"),)),),
    "tip": (RuneSynonym("hint", (("type", "check"),), exact=False), RuneSynonym("hint", (("type", "tip"),))),
    "success": (RuneSynonym("hint", (("type", "check"),)),),
    "check": (RuneSynonym("hint", (("type", "check"),)),),
    "mermaid": (RuneSynonym("diagram", (("language", "mermaid"),)),),
    "plantuml": (RuneSynonym("diagram", (("language", "plantuml"),)),),
    "bar-chart": (RuneSynonym("chart", (("type", "bar"),)),),
    "line-chart": (RuneSynonym("chart", (("type", "line"),)),),
    "pie-chart": (RuneSynonym("chart", (("type", "pie"),)),),
    "area-chart": (RuneSynonym("chart", (("type", "area"),)),),
}
"""Names that also say the value of an attribute."""

ATTRIBUTE_GROUPS: tuple[tuple[str, ...], ...] = tuple(
    _names(each)
    for each in (
        "type kind variant style category level severity mode flavor flavour",
        "title heading filename file-name label name caption summary header headline",
        "href url link filename file-name src source path file to uri target",
        "src image img url path file source",
        "alt caption description title label",
        "description summary about text desc",
        "lang language syntax",
        "columns cols column-count num-columns",
        "rows row-count",
        "align alignment position place justify text-align",
        "valign vertical-align vertical-alignment",
        "size width height scale",
        "aspect ratio aspect-ratio",
        "open expanded collapsed default-open",
        "layout display view arrangement",
        "limit max count maximum",
        "sort order-by sort-by order",
        "filter where query",
        "date time when on datetime",
        "duration length",
        "difficulty level",
        "prepTime prep-time prep preparation-time",
        "cookTime cook-time cook cooking-time",
        "servings serving serves yield portions portion",
        "estimatedTime time duration estimated-time",
        "location place venue where",
        "id ref key identifier",
        "theme color-scheme mode color",
        "lines line range line-range",
        "highlight highlight-lines hl-lines",
        "linenumbers line-numbers show-line-numbers numbered",
        "role job position function",
        "depth max-depth levels level",
        "price cost amount",
        "multiple multi allow-multiple",
        "class className css-class",
        "gap spacing gutter",
        "status state",
        "assignee owner assigned-to assigned",
        "tags labels keywords tag",
        "milestone target-milestone release",
        "priority importance urgency",
        "complexity effort size estimate",
        "supersedes replaces",
        "method verb http-method",
    )
)
"""Attributes that are the same or similar. The first that a rune has is meant."""

VALUE_GROUPS: tuple[frozenset[str], ...] = tuple(
    frozenset(_names(each))
    for each in (
        "sm small s",
        "md medium m",
        "lg large l big",
        "xl x-large extra-large xlarge",
        "full full-width fullwidth 100%",
        "center centre middle centered centred",
        "left start",
        "right end",
        "none off no false",
        "warning warn attention",
        "caution danger error critical",
        "check success ok done",
        "note info information notice default",
        "dark night",
        "light day",
        "horizontal row rows",
        "vertical column col",
        "list rows",
        "grid tiles",
        "carousel slider slideshow",
        "easy beginner simple",
        "medium intermediate moderate",
        "hard difficult advanced expert",
        "auto automatic system",
        "positive good success green",
        "negative bad error danger red",
        "caution warning warn yellow orange amber",
        "neutral default gray grey",
        "mermaid mmd",
        "plantuml puml",
        "top up above",
        "bottom down below",
        "tight narrow compact",
        "loose wide relaxed",
        "click onclick tap",
        "side-by-side columns",
        "stacked stack",
        "unified single",
        "split side-by-side",
        "satellite aerial",
        "function method func fn",
        "append after",
        "prepend before",
        "in-progress started doing wip active ongoing working",
        "done completed complete finished closed resolved",
        "ready todo to-do open",
        "blocked stuck",
        "pending waiting on-hold paused",
        "cancelled canceled abandoned dropped",
        "review in-review reviewing",
        "draft drafting",
        "accepted approved agreed",
        "rejected declined denied",
        "proposed suggested",
        "superseded replaced obsolete",
        "deprecated retired",
        "implemented built",
        "shipped released deployed",
        "reported new opened",
        "confirmed verified reproduced triaged",
        "fixed resolved done closed",
        "wontfix wont-fix won't-fix",
        "duplicate dup dupe",
        "planning planned",
        "active in-progress started current",
        "complete done completed finished",
        "critical urgent highest blocker p0",
        "high hi important p1",
        "medium med mid normal average p2",
        "low lowest p3",
        "trivial tiny xs",
        "simple easy small s",
        "moderate medium normal m",
        "complex hard difficult large l xl",
        "unknown unclear tbd",
        "major high serious",
        "minor low small",
        "cosmetic visual",
    )
)
"""Values with the same meaning. Only for attributes that allow exactly one of a group."""

FUNCTIONS: Mapping[str, str] = {
    "eq": "equals",
    "equal": "equals",
    "is": "equals",
    "isequal": "equals",
    "negate": "not",
    "all": "and",
    "every": "and",
    "any": "or",
    "some": "or",
    "fallback": "default",
    "coalesce": "default",
    "json": "debug",
    "print": "debug",
    "log": "debug",
    "dump": "debug",
}
"""Functions of other languages."""


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name without separators and capitals: `codeGroup` and `code-group` are equal."""
    return _SEPARATORS.sub("", name).lower()


def singular(name: str) -> str:
    """A folded name without the `s` of a plural."""
    return name[:-1] if len(name) > 4 and name.endswith("s") and not name.endswith("ss") else name


def _by_name(table: Mapping[str, str], *, exact: bool) -> Iterator[tuple[str, RuneSynonym]]:
    for rune, names in table.items():
        for name in _names(names):
            yield folded(name), RuneSynonym(rune, exact=exact)


def _rune_table() -> Mapping[str, tuple[RuneSynonym, ...]]:
    found: dict[str, tuple[RuneSynonym, ...]] = {folded(name): synonyms for name, synonyms in _TYPED.items()}
    for name, synonym in (*_by_name(_RUNES, exact=True), *_by_name(_GUESSES, exact=False)):
        found[name] = (*found.get(name, ()), synonym)
    return found


RUNE_SYNONYMS: Mapping[str, tuple[RuneSynonym, ...]] = _rune_table()
"""By folded name, the likeliest first."""


def respelled(name: str, known: Iterable[str]) -> str | None:
    """The known name that differs only in capitals, separators or number; None if there is none, or several."""
    wanted = folded(name)
    by_spelling: dict[str, list[str]] = {}
    for each in known:
        by_spelling.setdefault(folded(each), []).append(each)
    found = by_spelling.get(wanted)
    if found is None:
        found = [each for key, names in by_spelling.items() if singular(key) == singular(wanted) for each in names]
    return found[0] if found and len(set(found)) == 1 else None


def value_synonyms(value: str, allowed: Iterable[str]) -> list[str]:
    """The allowed values with the meaning of another."""
    wanted = value.strip(" \t.,;:!?'").lower().replace("_", "-").replace(" ", "-")
    groups = [each for each in VALUE_GROUPS if wanted in each]
    return list(dict.fromkeys(each for each in allowed if any(each.lower() in group for group in groups)))


def attribute_synonyms(name: str, known: Iterable[str]) -> list[str]:
    """The known attributes with the meaning of another, the likeliest first."""
    wanted = folded(name)
    available = {folded(each): each for each in known}
    found: dict[str, None] = {}
    for group in ATTRIBUTE_GROUPS:
        keys = [folded(each) for each in group]
        if wanted in keys:
            found |= dict.fromkeys(available[each] for each in keys if each in available)
    return list(found)
