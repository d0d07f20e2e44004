"""Another name for something that a page declares: a heading, an anchor, a drawer, an entity.

The declaration is changed first, in mind. What the page would then say tells the new id, other titles and other addresses; whoever
called the thing by one of them is changed along.
"""

from __future__ import annotations

import posixpath
import re

from refrakt.markdoc.format.value import is_identifier
from refrakt.project.index.look import Look
from refrakt.project.index.view import SiteView, Source
from refrakt.project.pages.facts import Link, PageFacts
from refrakt.project.pages.references import IDS

from ..answers import Changes, FileEdit, Range, Replacement
from ..things.mentions import mentions_of
from ..things.thing import Mention, Thing
from .leads import is_left_alone
from .merging import Gathering, merged
from .moving import moved
from .paths import facts_after, readable, tell_if_there
from .refusing import in_use, refusal
from .titles import retitled, tell_if_called
from .writing import style_of, url_part, value_text, yaml_text

_SPACE = re.compile(r"\s")
_LINE_END = re.compile(r"[\r\n]")


def name_changed(view: SiteView, thing: Thing, new: str, also: tuple[str, ...]) -> Changes:
    """Another id for a thing, or another text for a heading."""
    mentions = list(mentions_of(view, thing, also))
    first = next((each for each in mentions if each.declares), None)
    if first is None:
        raise refusal(
            f"nobody knows where '{thing.name}' is declared", "Look for it in the pages that are not read yet."
        )
    source = readable(view, thing.path)
    new = new.strip()
    edit = FileEdit(thing.path, source.text, (_declared(thing, first, source, new),), source.version)
    if edit.changed == source.text:
        return Changes()
    facts = facts_after(view, edit)
    id = _new_id(thing, first, source, facts, new)
    _tell_if_in_use(view, thing, id, source.facts)
    gathered = Gathering()
    for each in mentions:
        if each != first:
            text = readable(view, each.path)
            replacement = _used(view, thing, each, text, id)
            if replacement is not None:
                gathered.add(each.path, text, replacement)
    pairs = _file_along(view, thing, id)
    others = moved(view, pairs, {thing.path: facts}, also)
    titles = retitled(view, thing, source.facts, facts, also)
    return merged(Changes((edit,), moved=pairs), Changes(gathered.edits()), titles, others)


# The declaration ------------------------------------------------------------------------------------------------------


def _declared(thing: Thing, first: Mention, source: Source, new: str) -> Replacement:
    place, text = first.place, source.text
    if not new or _LINE_END.search(new):
        raise refusal("a name is one line of text", "Write a name.")
    if thing.kind == "heading" and not _is_own_id(first, source.facts, text):
        return Replacement(place, new)
    if text[place.start : place.end] not in (thing.name, value_text(thing.name)):
        raise refusal(f"'{thing.name}' is made of several attributes", "Change them by hand.")
    if thing.kind != "entity" and _SPACE.search(new):
        raise refusal(f"an id has no blanks in it, '{new}' has", f"Write {_SPACE.sub('-', new)}.")
    if text[place.start - 1 : place.start] == "#":
        if not is_identifier(new):
            raise refusal(f"'{new}' cannot be written behind a #", "Use letters, digits, dashes and underscores.")
        return Replacement(place, new)
    if thing.kind == "entity":
        in_frontmatter = any(each.rune is None and each.start == place.start for each in source.facts.entities)
        _tell_if_no_name(thing, new, not in_frontmatter)
        if in_frontmatter:
            return yaml_text(text, place, new)
    return Replacement(place, value_text(new))


def _is_own_id(first: Mention, facts: PageFacts, text: str) -> bool:
    """Whether a heading has an id of its own: then the place that declares it is that id."""
    heading = next((each for each in facts.headings if first.whole == (each.start, each.end)), None)
    if heading is None:
        return False
    before = text[first.place.start - 1 : first.place.start]
    written = text[first.place.start : first.place.end]
    return written == heading.id and before in ("#", '"') and "{%" in text[heading.start : first.place.start]


def _tell_if_no_name(thing: Thing, new: str, of_plan: bool) -> None:
    if "," in new or new.startswith("/"):
        raise refusal(f"'{new}' cannot be told from a list or an address", "Leave out commas, and begin with a letter.")
    if of_plan and IDS.fullmatch(thing.name) and not IDS.fullmatch(new):
        raise refusal(f"'{new}' is no id of a plan", "Write capitals, a dash and a number, such as WORK-012.")


def _new_id(thing: Thing, first: Mention, source: Source, facts: PageFacts, new: str) -> str:
    """The id the thing will have: that of a heading follows from what it says."""
    if thing.kind != "heading":
        return new
    start = first.whole.start if first.whole is not None else first.place.start
    before = next((each for each in source.facts.headings if each.start == start), None)
    after = next((each for each in facts.headings if each.start == start), None)
    same_shape = before is not None and after is not None and before.level == after.level
    if not same_shape or len(facts.headings) != len(source.facts.headings) or after is None:
        raise refusal(f"'{new}' would be no heading any more", "Leave out what means something to Markdown.")
    if after.id is None:
        raise refusal(f"a heading that says '{new}' has no id", "Give it words that are not bold, code or linked.")
    return after.id


def _tell_if_in_use(view: SiteView, thing: Thing, id: str, facts: PageFacts) -> None:
    if id == thing.name:
        return
    if thing.kind != "entity":
        # A link may name a drawer by its id alone.
        for fragment in (f"drawer-{id}", id) if thing.kind == "drawer" else (id,):
            page = thing.path if fragment in facts.fragments else _shown_beside(view, thing.path, fragment)
            if page is not None:
                raise in_use(id, f"another place of {page} has it")
    if thing.kind in ("entity", "drawer"):
        _tell_if_declared(view, thing, id)
        tell_if_called(view, thing, id)


def _tell_if_declared(view: SiteView, thing: Thing, id: str) -> None:
    """Refuses an id that several files declare, before or afterwards. Every page may have a drawer of the same id."""
    with view.lock:
        look = view.look(thing.path)
        if look is None:
            return
        also = [each for each in look.entities(thing.name, thing.type) if each.path != thing.path]
        there = [each for each in look.entities(id) if thing.kind == "entity" or each.scope == "site"]
    if also and thing.kind == "entity":
        raise in_use(thing.name, f"{also[0].path} declares it, too")
    if there:
        raise in_use(id, f"{there[0].path} declares a {there[0].type} of this id")


def _shown_beside(view: SiteView, path: str, fragment: str) -> str | None:
    """A page that shows a file, and has a place of this name already: partials and layouts bring theirs along."""
    with view.lock:
        entry = view.site.entries.get(path)
        pages = [each for each in view.site.entries.values() if each.kind == "page"]
    if entry is not None and entry.kind == "page":
        pages = [entry]
    for page in pages:
        with view.lock:
            look = Look(view.site, page)
            if (page is entry or entry in look.around()) and look.has_anchor(page, fragment):
                return page.path
    return None


def _file_along(view: SiteView, thing: Thing, id: str) -> tuple[tuple[str, str], ...]:
    """The file of a plan's item is called like the item."""
    with view.lock:
        entry = view.site.entries.get(thing.path)
    folder, name = posixpath.split(thing.path)
    rest = name.removeprefix(thing.name)
    if entry is None or entry.kind != "plan" or rest == name or rest[:1] not in (".", "-"):
        return ()
    new = posixpath.join(folder, id + rest)
    tell_if_there(view, thing.path, new)
    return ((thing.path, new),)


# The places that name it ----------------------------------------------------------------------------------------------


def _used(view: SiteView, thing: Thing, mention: Mention, source: Source, id: str) -> Replacement | None:
    place, text = mention.place, source.text
    said = text[place.start : place.end]
    link = next(
        (
            each
            for each in source.facts.links
            if each.written is not None and each.written[0] <= place.start and place.end <= each.written[1]
        ),
        None,
    )
    if link is not None:
        if not _is_fragment(text, place) or _is_left_alone(view, mention.path, link):
            return None
        return Replacement(place, url_part(id, style_of(text, link), "%" in said))
    if any(each.start <= place.start and place.end <= each.end for each in source.facts.filters):
        if _SPACE.search(id) or value_text(id) != id:
            raise refusal(
                f"a query in {mention.path} could not ask for '{id}'", "Use a name without blanks and quotes."
            )
        return Replacement(place, id)
    if thing.kind == "entity" and said.lower() not in (thing.name.lower(), value_text(thing.name).lower()):
        return None  # called by its title
    if thing.kind == "drawer" and said not in (thing.name, value_text(thing.name)):
        return None
    return Replacement(place, value_text(id))


def _is_left_alone(view: SiteView, path: str, link: Link) -> bool:
    with view.lock:
        look = view.look(path)
        return look is not None and is_left_alone(look.entry, link, look.target(link))


def _is_fragment(text: str, place: Range) -> bool:
    """A link may also lead to the page that is made of a thing: then its path is changed, and not here."""
    before = text[: place.start]
    return before.endswith(("#", "#drawer-", "&num;", "&#35;", "&#x23;"))
