"""Tags as the pages of a site use them, for sites whose schema is not, or not completely, known.

Names, attributes and values come from the table of the index, which a request only reads.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from refrakt.features.markdown_escape import code_span
from refrakt.features.page_context import PageContext
from refrakt.project.index.tag_use import TagTotals
from refrakt.runes.rune import Rune

_MOST_VALUES = 10
_MOST_ATTRIBUTES = 30


def tag_use(page: PageContext, name: str) -> TagTotals | None:
    """How a site that is not refrakt's own uses a tag; None for a tag that it does not use."""
    if page.view is None or page.site.vocabulary.refrakt:
        return None
    with page.view.lock:
        found = page.view.site.tags.get(name)
        return replace(found, attributes=Counter(found.attributes), values=Counter(found.values)) if found else None


def inferred_tag(page: PageContext, name: str) -> TagTotals | None:
    """The same for a tag whose attributes are not, or not completely, known."""
    rune = page.site.vocabulary.get(name)
    is_open = rune.open if rune is not None else page.site.vocabulary.inferred
    return tag_use(page, name) if is_open else None


def inferred_names(page: PageContext, typed: str = "") -> list[tuple[str, str, Rune]]:
    """The tags that are used and not in the schema, each with how often; the most frequent first.

    `typed` is the name at the cursor: if it is used nowhere else, it is not a tag yet.
    """
    vocabulary = page.site.vocabulary
    if page.view is None or not vocabulary.inferred:
        return []
    with page.view.lock:
        used = [
            (-each.uses, name, describe_use(each), each.closed * 2 < each.uses)
            for name, each in page.view.site.tags.items()
            if name not in vocabulary.names and (name != typed or each.uses > 1)
        ]
    return [(name, detail, _inferred_rune(name, self_closing)) for _, name, detail, self_closing in sorted(used)]


@lru_cache(maxsize=1024)
def _inferred_rune(name: str, self_closing: bool) -> Rune:
    """A definition to insert the tag with. Most uses decide whether it has a closing tag."""
    return Rune(name, "", (), None, universal=False, self_closing=self_closing, catalogued=True, open=True)


def describe_use(totals: TagTotals) -> str:
    """How often a tag is used: `used 41 times on 12 pages`."""
    times = "once" if totals.uses == 1 else f"{totals.uses} times"
    return f"used {times} on {totals.files} page{'s' if totals.files > 1 else ''}"


def inferred_tag_text(name: str, totals: TagTotals) -> str:
    """The documentation of a tag that is not in the schema."""
    lines = [
        f"**{code_span(name)}**: {describe_use(totals)}.",
        "",
        "Inferred from the pages: the schema is not completely known.",
        "",
    ]
    for attribute, _ in totals.attributes.most_common(_MOST_ATTRIBUTES):
        lines.append(f"- {_attribute_use(attribute, totals)}")
    return "\n".join(lines).rstrip() + "\n"


def inferred_attribute_text(tag: str, attribute: str, totals: TagTotals) -> str:
    """The documentation of an attribute that is not in the schema."""
    origin = f"Inferred from the pages that use {code_span(tag)}: its attributes are not completely known."
    return f"{_attribute_use(attribute, totals)}\n\n{origin}\n"


def _attribute_use(attribute: str, totals: TagTotals) -> str:
    label = "The unnamed value" if attribute == "primary" else code_span(attribute)
    values = [f"{code_span(value)} ({count})" for value, count in totals.values_of(attribute)[:_MOST_VALUES]]
    return f"{label}: {describe_count(totals.attributes[attribute])}{'; ' if values else ''}{', '.join(values)}"


def describe_count(count: int) -> str:
    return "written once" if count == 1 else f"written {count} times"
