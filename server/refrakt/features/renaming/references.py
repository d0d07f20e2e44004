"""Names of files and pages that are no links: partials, files that runes show, items of a navigation, references by address."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from refrakt.project.across.words import inside
from refrakt.project.index.entry import Entry
from refrakt.project.index.targets import normal, target_of
from refrakt.project.pages.facts import Reference

from ..answers import Range, Replacement
from .ground import Ground
from .moves import is_below
from .writing import url_part, value_text


def named(ground: Ground, entry: Entry, reference: Reference) -> str | None:
    """The file that a reference names, by its path below the project's folder; None where there is none, or nobody can tell."""
    name = reference.name
    match reference.kind:
        case "partial":
            return ground.partial(name)
        case "nav":
            return _page_of_item(ground, entry, name)
        case "xref" | "expand":
            return _at_address(ground, name) if name.startswith("/") else None
        case "file":
            return next(filter(None, map(ground.file_or_folder, _files(ground, reference))), None)
        case "sandbox":
            examples = ground.spec.examples
            file = inside(ground.spec.root, ground.name(str(examples / name))) if examples is not None else None
            return ground.file_or_folder(file)
        case _:
            return None


def _at_address(ground: Ground, name: str) -> str | None:
    """The page at an address; None where it has no place of the name that follows: then the reference leads nowhere."""
    url, mark, fragment = name.partition("#")
    path = ground.page(url)
    return None if path is None or (mark and ground.lacks(path, fragment)) else path


def _page_of_item(ground: Ground, entry: Entry, name: str) -> str | None:
    base = ground.spec.routes.base
    if name.startswith("/"):
        target = target_of(name, entry.url, ground.folder(entry), base)
        places = target.places if target.kind == "page" else ()
    elif entry.kind == "partial" or entry.kind == "plan":
        places = ()
    else:
        url = normal(posixpath.join("/", ground.folder(entry), name.partition("#")[0])).removesuffix("/index") or "/"
        places = (base.rstrip("/") + url, url)
    return next(filter(None, map(ground.page_called, places)), None)


def _files(ground: Ground, reference: Reference) -> Iterator[str | None]:
    spec, name = ground.spec, reference.name
    if reference.rune == "file-ref":
        yield from (inside(top, name) for top in (spec.root, spec.repository))
    elif not name.startswith("/"):
        yield inside(spec.root, name)


def renamed(ground: Ground, entry: Entry, reference: Reference, wanted: str) -> Replacement | None:
    """The edit that makes a reference name a file, seen from where its own will be. A name is looked up before it is believed."""
    place = Range(reference.start, reference.end)
    for name in dict.fromkeys(_names(ground, entry, reference, wanted)):
        if named(ground, entry, reference._replace(name=name)) == wanted:
            return Replacement(place, name if reference.kind == "nav" else value_text(name))
    return None


def _names(ground: Ground, entry: Entry, reference: Reference, wanted: str) -> Iterator[str]:
    spec, old = ground.spec, reference.name
    dots = "./" if old.startswith("./") else ""
    match reference.kind:
        case "partial":
            found = ground.entry(wanted)
            if found is not None and found.kind == "partial":
                yield found.name
        case "nav":
            yield from _items(ground, entry, old, wanted)
        case "xref" | "expand":
            _, mark, fragment = old.partition("#")
            yield from (f"{url}{mark}{fragment}" for url in ground.urls(wanted))
        case "file":
            yield f"{dots}{wanted}"
            if reference.rune == "file-ref":
                top = ground.name(str(spec.repository))
                yield posixpath.relpath(str(spec.root / wanted), str(spec.repository))
                yield wanted.removeprefix(f"{top}/")
        case "sandbox":
            if spec.examples is not None:
                yield dots + posixpath.relpath(wanted, ground.name(str(spec.examples)))


def _items(ground: Ground, entry: Entry, old: str, wanted: str) -> Iterator[str]:
    base, folder = ground.spec.routes.base.rstrip("/"), ground.folder(entry)
    _, mark, fragment = old.partition("#")
    path = old.partition("#")[0]
    around = f"{base}/{folder}/" if folder else f"{base}/"
    for url in ground.urls(wanted):
        forms = []
        if not old.startswith("/") and is_below(url, around.rstrip("/")) and url.rstrip("/") != around.rstrip("/"):
            forms.append(url[len(around) :])
        forms.append(url[len(base) :] if base and is_below(url, base) and not is_below(path, base) else url)
        for each in forms:
            if path.endswith("/") and not each.endswith("/"):
                each += "/"
            yield f"{url_part(each, 'text', '%' in path)}{mark}{fragment}"


def folder_renamed(before: Ground, after: Ground, reference: Reference) -> Replacement | None:
    """The edit that makes a list of posts show the same pages, where all of them have moved to one other folder."""
    base = before.spec.routes.base.rstrip("/")
    said = f"/{reference.name.strip().strip('/')}"
    for prefix in dict.fromkeys(("", base)):
        folder = normal(prefix + said)
        wanted = {after.moves.after(each) for each in before.pages_below.get(folder, ())}
        if not wanted:
            continue
        if wanted & after.pages_below.get(folder, frozenset()):
            return None
        places = {url.rpartition("/")[0] or "/" for each in wanted for url in after.urls(each)[:1]}
        if len(places) != 1:
            return None
        (new,) = places
        new = new.removeprefix(prefix) or "/"
        new = new if reference.name.startswith("/") else new.lstrip("/")
        new = f"{new}/" if reference.name.endswith("/") and not new.endswith("/") else new
        return Replacement(Range(reference.start, reference.end), value_text(new)) if new != reference.name else None
    return None
