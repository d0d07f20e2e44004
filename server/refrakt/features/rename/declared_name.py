"""Renames a symbol that a page declares: a heading, an anchor, a drawer, an entity.

The new declaration is parsed first. Its facts give the new id, titles and URLs, and all references to the old ones are
updated.
"""

from __future__ import annotations

import posixpath
import re

from refrakt.features.rename.edit_collector import EditCollector, merge_edits
from refrakt.features.rename.file_path import check_path_free, facts_after_edit, read_source
from refrakt.features.rename.link_targets import is_context_dependent
from refrakt.features.rename.move_files import link_updates
from refrakt.features.rename.rename_error import duplicate_id, rename_error
from refrakt.features.rename.replacement_text import style_of, url_part, value_text, yaml_text
from refrakt.features.rename.title_references import check_name_unused, update_title_references
from refrakt.features.symbols.occurrences import occurrences_of
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.format.values import is_identifier
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import PageText, SiteView
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Heading, Link, PageFacts
from refrakt.project.pages.reference_attributes import IDS
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.untrusted import LONGEST, word

_SPACE = re.compile(r"\s")
_LINE_END = re.compile(r"[\r\n]")


def rename_declared(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...]) -> WorkspaceEdit:
    """A new id for a symbol, or a new text for a heading."""
    occurrences = list(occurrences_of(view, symbol, open_paths))
    first = next((each for each in occurrences if each.is_declaration), None)
    if first is None:
        raise rename_error(f"no declaration of `{symbol.name}` found", "Check that the file that declares it exists.")
    source = read_source(view, symbol.path)
    new = new.strip()
    edit = FileEdit(symbol.path, source.text, (_declaration_edit(symbol, first, source, new),), source.version)
    if edit.changed == source.text:
        return WorkspaceEdit()
    facts = facts_after_edit(view, edit)
    id = _new_id(symbol, first, source, facts, new)
    _check_id_free(view, symbol, id, source.facts)
    collector = EditCollector()
    for each in occurrences:
        if each != first:
            text = read_source(view, each.path)
            replacement = _reference_edit(view, symbol, each, text, id)
            if replacement is not None:
                collector.add(each.path, text, replacement)
    pairs = _renamed_plan_file(view, symbol, id)
    others = link_updates(view, pairs, {symbol.path: facts}, open_paths)
    titles = update_title_references(view, symbol, source.facts, facts, open_paths)
    return merge_edits(WorkspaceEdit((edit,), moved=pairs), WorkspaceEdit(collector.edits()), titles, others)


# Declaration ----------------------------------------------------------------------------------------------------------


def _declaration_edit(symbol: Symbol, first: Occurrence, source: PageText, new: str) -> TextEdit:
    span, text = first.span, source.text
    if not new or _LINE_END.search(new):
        raise rename_error("a name must be one line of text", "Enter a name.")
    if symbol.kind == "heading" and not _has_explicit_id(first, source.facts, text):
        return TextEdit(span, new)
    if text[span.start : span.end] not in (symbol.name, value_text(symbol.name)):
        raise rename_error(f"the id `{symbol.name}` is composed of several attributes", "Edit the attributes.")
    if symbol.kind != "entity" and _SPACE.search(new):
        raise rename_error(f"an id cannot contain spaces: `{new}`", f"Use {_SPACE.sub('-', new)}.")
    if text[span.start - 1 : span.start] == "#":
        if not is_identifier(new):
            raise rename_error(f"`{new}` is not a valid id after `#`", "Use letters, digits, dashes and underscores.")
        return TextEdit(span, new)
    if symbol.kind == "entity":
        in_frontmatter = any(each.rune is None and each.start == span.start for each in source.facts.entities)
        _check_entity_id(symbol, new, not in_frontmatter)
        if in_frontmatter:
            return yaml_text(text, span, new)
    return TextEdit(span, value_text(new))


def _has_explicit_id(first: Occurrence, facts: PageFacts, text: str) -> bool:
    """Whether a heading has an explicit id, which then is its declaration."""
    heading = next((each for each in facts.headings if first.full_span == Span(each.start, each.end)), None)
    if heading is None:
        return False
    before = text[first.span.start - 1 : first.span.start]
    written = text[first.span.start : first.span.end]
    return written == heading.id and before in ("#", '"') and "{%" in text[heading.start : first.span.start]


def _check_entity_id(symbol: Symbol, new: str, of_plan: bool) -> None:
    if "," in new or new.startswith("/"):
        raise rename_error(f"an entity id cannot contain commas or start with a slash: `{new}`", "Choose another id.")
    if of_plan and IDS.fullmatch(symbol.name) and not IDS.fullmatch(new):
        raise rename_error(f"`{new}` is not a valid plan id", "Use capitals, a dash and a number, such as WORK-012.")


def _new_id(symbol: Symbol, first: Occurrence, source: PageText, facts: PageFacts, new: str) -> str:
    """The new id of the symbol; that of a heading is derived from its text."""
    if symbol.kind != "heading":
        return new
    start = first.full_span.start if first.full_span is not None else first.span.start
    before = next((each for each in source.facts.headings if each.start == start), None)
    after = next((each for each in facts.headings if each.start == start), None)
    same_shape = before is not None and after is not None and before.level == after.level
    if not same_shape or len(facts.headings) != len(source.facts.headings) or after is None:
        raise rename_error(f"`{new}` would not be parsed as a heading", "Leave out Markdown syntax.")
    _check_slug(first, source, facts, after, new)
    if after.id is None:
        raise rename_error(f"a heading with the text `{new}` has no id", "Add text that is not bold, code or a link.")
    return after.id


def _check_slug(first: Occurrence, source: PageText, facts: PageFacts, after: Heading, new: str) -> None:
    """Refuses a text whose id is not certain, or that changes the numbers in the ids of other headings."""
    if after.other_ids and not _has_explicit_id(first, source.facts, source.text):
        raise rename_error(
            f"the id of a heading with the text `{new}` is not certain: the site's rule for the ids of headings is not known",
            "Use letters and digits of one case, or edit the heading and the links to it.",
        )
    for old, now in zip(source.facts.headings, facts.headings, strict=True):
        if now is not after and (old.id, old.other_ids) != (now.id, now.other_ids):
            raise rename_error(
                f"the heading `{old.text}` would get another id", "Rename the later headings of the same text first."
            )


def _check_id_free(view: SiteView, symbol: Symbol, id: str, facts: PageFacts) -> None:
    if id == symbol.name:
        return
    if symbol.kind != "entity":
        # A link may refer to a drawer by its id alone.
        for fragment in (f"drawer-{id}", id) if symbol.kind == "drawer" else (id,):
            page = symbol.path if fragment in facts.fragments else _page_with_fragment(view, symbol.path, fragment)
            if page is not None:
                raise duplicate_id(id, f"it exists elsewhere on {word(page, LONGEST)}")
    if symbol.kind in ("entity", "drawer"):
        _check_not_declared(view, symbol, id)
        check_name_unused(view, symbol, id)


def _check_not_declared(view: SiteView, symbol: Symbol, id: str) -> None:
    """Refuses an id that several files declare, before or after the rename. Drawers are local to their page."""
    with view.lock:
        tracked = view.tracked(symbol.path)
        if tracked is None:
            return
        same_id = [each for each in tracked.entities(symbol.name, symbol.type) if each.path != symbol.path]
        others = [each for each in tracked.entities(id) if symbol.kind == "entity" or each.scope == "site"]
    if same_id and symbol.kind == "entity":
        raise duplicate_id(symbol.name, f"{word(same_id[0].path, LONGEST)} also declares it")
    if others:
        raise duplicate_id(id, f"{word(others[0].path, LONGEST)} declares a {word(others[0].type)} with this id")


def _page_with_fragment(view: SiteView, path: str, fragment: str) -> str | None:
    """A page that shows the file and already has this fragment: partials and layouts add theirs."""
    with view.lock:
        entry = view.site.entries.get(path)
        pages = [each for each in view.site.entries.values() if each.kind == "page"]
    if entry is not None and entry.kind == "page":
        pages = [entry]
    for page in pages:
        with view.lock:
            tracked = TrackedSite(view.site, page)
            if (page is entry or entry in tracked.included_files()) and tracked.has_anchor(page, fragment):
                return page.path
    return None


def _renamed_plan_file(view: SiteView, symbol: Symbol, id: str) -> tuple[tuple[str, str], ...]:
    """The file of a plan item is named after the item."""
    with view.lock:
        entry = view.site.entries.get(symbol.path)
    folder, name = posixpath.split(symbol.path)
    rest = name.removeprefix(symbol.name)
    if entry is None or entry.kind != "plan" or rest == name or rest[:1] not in (".", "-"):
        return ()
    new = posixpath.join(folder, id + rest)
    check_path_free(view, symbol.path, new)
    return ((symbol.path, new),)


# References -----------------------------------------------------------------------------------------------------------


def _reference_edit(
    view: SiteView, symbol: Symbol, occurrence: Occurrence, source: PageText, id: str
) -> TextEdit | None:
    span, text = occurrence.span, source.text
    old_text = text[span.start : span.end]
    link = next(
        (
            each
            for each in source.facts.links
            if each.written is not None and each.written[0] <= span.start and span.end <= each.written[1]
        ),
        None,
    )
    if link is not None:
        if not _is_fragment(text, span) or _is_context_dependent(view, occurrence.path, link):
            return None
        return TextEdit(span, url_part(id, style_of(text, link), "%" in old_text))
    if any(each.start <= span.start and span.end <= each.end for each in source.facts.filters):
        if _SPACE.search(id) or value_text(id) != id:
            raise rename_error(
                f"a query in `{occurrence.path}` cannot contain `{id}`", "Use a name without spaces and quotes."
            )
        return TextEdit(span, id)
    if symbol.kind == "entity" and old_text.lower() not in (symbol.name.lower(), value_text(symbol.name).lower()):
        return None  # refers to it by title
    if symbol.kind == "drawer" and old_text not in (symbol.name, value_text(symbol.name)):
        return None
    return TextEdit(span, value_text(id))


def _is_context_dependent(view: SiteView, path: str, link: Link) -> bool:
    with view.lock:
        tracked = view.tracked(path)
        return tracked is not None and is_context_dependent(tracked.entry, link, tracked.target(link))


def _is_fragment(text: str, span: Span) -> bool:
    """Links to a page generated for an entity are updated by path, not here."""
    before = text[: span.start]
    return before.endswith(("#", "#drawer-", "&num;", "&#35;", "&#x23;"))
