"""Another path for a file: what a page, a partial or a file is called follows from where it lies."""

from __future__ import annotations

import posixpath
import re

from refrakt.errors import RefraktError
from refrakt.markdoc import parse
from refrakt.project.across.served import is_taken
from refrakt.project.index.entry import Entry
from refrakt.project.index.sources import relative
from refrakt.project.index.targets import normal
from refrakt.project.index.view import SiteView, Source
from refrakt.project.pages.facts import PageFacts
from refrakt.project.pages.reading import facts_of
from refrakt.project.roots import CONFIG_FILES

from ..answers import Changes, FileEdit, Range
from ..things.thing import Thing
from .ground import Ground
from .merging import merged
from .moves import Moves, is_below
from .moving import moved
from .refusing import refusal, taken
from .writing import yaml_text

_ENDINGS = (".md", ".mdoc", ".markdoc")
_NUMBER = re.compile(r"[0-9]+-")
_FORBIDDEN = re.compile(r"[\x00-\x1f\\#?]")
"""What no path can hold, or what would end it in an address."""


def page_renamed(view: SiteView, thing: Thing, new: str, also: tuple[str, ...]) -> Changes:
    """A page by a new address, a new path of its file, or a new last step of either."""
    with view.lock:
        entry = view.site.entries.get(thing.path)
    if entry is None or entry.url is None:
        raise refusal(f"{thing.path} is no page of this site", "Rename the file instead.")
    if entry.facts.incomplete:
        raise refusal(f"the frontmatter of {thing.path} exceeds a limit and was not read", "Shorten it first.")
    new = _checked(new)
    if new.endswith(_ENDINGS):
        return path_changed(view, thing.path, _path_of_file(view, entry, new), also)
    url = _address(view, entry, new)
    if normal(url) == normal(entry.url):
        return Changes()
    _tell_if_served(view, entry, url)
    if entry.facts.slug is not None:
        return _slug_changed(view, entry, url, also)
    return path_changed(view, thing.path, _path_of_address(view, entry, url), also)


def _checked(new: str, hint: str = "Write an address such as /docs/setup, or its last step.") -> str:
    name = new.strip()
    if not name or _FORBIDDEN.search(name) or any(each in ("..", ".") for each in name.split("/")) or "//" in name:
        raise refusal(f"'{new}' is no name that it can have", hint)
    return name


def _address(view: SiteView, entry: Entry, new: str) -> str:
    """The address that is meant by what somebody has typed."""
    base = view.site.spec.routes.base.rstrip("/")
    url = normal(entry.url or "/")
    if new.startswith("/"):
        new = normal(new)
        as_it_is = not base or is_below(new, base) or (entry.facts.slug or "").startswith("/")
        return new if as_it_is else base + new.rstrip("/")
    if url in ("/", base):
        raise refusal("the front page has no name of its own", "Write a whole address, such as /start.")
    return normal(posixpath.join(posixpath.dirname(url), new))


def _tell_if_served(view: SiteView, entry: Entry, url: str) -> None:
    # In other capitals, too: a navigation does not tell them apart, and neither do many servers and disks.
    with view.lock:
        there = [each for each in view.site.slugs.get(normal(url).lower(), ()) if each != entry.path]
    if there:
        raise taken(f"a page at {normal(url)}", there[0])


def _path_of_file(view: SiteView, entry: Entry, new: str) -> str:
    content = view.site.spec.content_path
    if "/" not in new:
        return posixpath.join(posixpath.dirname(entry.path), new)
    new = new.lstrip("/")
    return new if content and new.startswith(content) else content + new


def _path_of_address(view: SiteView, entry: Entry, url: str) -> str:
    """The file that is served at an address: beside the old one with the same number, or an index as before."""
    spec = view.site.spec
    base = spec.routes.base.rstrip("/")
    steps = (url[len(base) :] if base and is_below(url, base) else url).strip("/")
    folder, _, name = entry.name.rpartition("/")
    stem, ending = posixpath.splitext(name)
    if stem == "index":
        path = f"{steps}/index{ending}".lstrip("/")
    elif not steps:
        path = f"index{ending}"
    else:
        number = _NUMBER.match(name)
        above = posixpath.dirname(steps)
        beside = above == posixpath.dirname(normal(entry.url or "/")[len(base) :].strip("/"))
        # The folders of pages that stay beside each other may have numbers, too.
        above = folder if beside else above
        path = posixpath.join(above, (number[0] if number and beside else "") + posixpath.basename(steps) + ending)
    if normal(spec.routes.url(path)) != normal(url):
        raise refusal(f"no file would be served at {url}", "Choose a name that no number and no dash begins.")
    return spec.content_path + path


def _slug_changed(view: SiteView, entry: Entry, url: str, also: tuple[str, ...]) -> Changes:
    """The address of a page that says itself where it is served."""
    source = view.source(entry.path)
    if source is None:
        raise unreadable(entry.path)
    spec = view.site.spec
    old, base = source.facts.slug or "", spec.routes.base.rstrip("/")
    slug = url if old.startswith("/") else (url[len(base) :] if is_below(url, base) else url).strip("/")
    if normal(spec.routes.url(entry.name, slug)) != normal(url):
        raise refusal(f"the slug '{old}' cannot become {url}", "Change the slug in the frontmatter by hand.")
    document = parse(source.text, spec.options)
    node = document.frontmatter.at("slug") if document.frontmatter is not None else None
    if node is None:
        raise unreadable(entry.path)
    start, end = document.offsets(node.span)
    if source.text[start] in "'\"":
        start, end = start + 1, end - 1
    edit = FileEdit(entry.path, source.text, (yaml_text(source.text, Range(start, end), slug),), source.version)
    return with_text(view, edit, (), also)


def partial_renamed(view: SiteView, thing: Thing, new: str, also: tuple[str, ...]) -> Changes:
    """A partial by what pages call it."""
    space, _, name = thing.name.rpartition(":")
    new = new.strip().removeprefix(f"{space}:" if space else "")
    if ":" in new:
        raise refusal(f"'{new}' lies in another folder of partials", "Move the file instead.")
    name_of_file = _checked(new, "Write a name such as footer.md or legal/footer.md.").strip("/")
    if not name_of_file.endswith(_ENDINGS):
        name_of_file += posixpath.splitext(name)[1]
    return path_changed(view, thing.path, thing.path.removesuffix(name) + name_of_file, also)


def file_renamed(view: SiteView, thing: Thing, new: str, also: tuple[str, ...]) -> Changes:
    """An image or another file by its name; its folder stays."""
    name = _checked(new, "Write the name of a file.")
    if "/" in name:
        raise refusal("a file keeps its folder when it is renamed", "Move it to the other folder instead.")
    if thing.path.startswith(("/", "..")) or ":" in thing.path:
        raise refusal(f"{thing.path} lies outside the project", "Rename it where it belongs.")
    if not posixpath.splitext(name)[1]:
        name += posixpath.splitext(thing.path)[1]
    return path_changed(view, thing.path, posixpath.join(posixpath.dirname(thing.path), name), also)


def path_changed(view: SiteView, old: str, new: str, also: tuple[str, ...] = ()) -> Changes:
    """Another path for a file or a folder, if it is free and the file stays what it is to the site."""
    if old == new:
        return Changes()
    tell_if_fixed(view, old)
    tell_if_there(view, old, new)
    pairs = ((old, new),)
    with view.lock:
        entry = Ground(view.site, Moves(pairs)).entry(new)
        was = view.site.entries.get(old)
    if was is not None and (entry is None or entry.kind != was.kind):
        raise refusal(f"{new} would be no {was.kind} any more", "Choose a name in the folder where it belongs.")
    if was is not None and entry is not None and entry.url is not None and entry.url != was.url:
        _tell_if_served(view, was, entry.url)
    return merged(moved(view, pairs, also=also), Changes(moved=pairs))


def tell_if_fixed(view: SiteView, old: str) -> None:
    """Refuses to move what a site is found by: its config, and the folders that the config or their own names make known."""
    spec = view.site.spec
    tops = (spec.content, spec.plan, spec.examples, *spec.static, *(folder for _, folder in spec.partials))
    fixed = [*CONFIG_FILES, *(relative(spec.root, each) for each in tops if each is not None)]
    held = next((each for each in fixed if is_below(each, old)), None)
    if old == "." or held is not None:
        raise refusal(f"the site is found by {held or 'its folder'}", "Move it by hand, and change the config.")


def tell_if_there(view: SiteView, old: str, new: str) -> None:
    """Refuses a path at which something lies on disk or is typed, whether the index knows of it yet or not."""
    if is_below(new, old):
        raise refusal(f"{new} would lie in itself", "Choose a place outside of it.")
    with view.lock:
        known = any(each.lower() == new.lower() for each in view.site.entries if each != old)
    source = view.source(new)
    typed = source is not None and source.version is not None
    if known or typed or is_taken(view.site.spec, new, old):
        raise taken(new)


def with_text(view: SiteView, edit: FileEdit, pairs: tuple[tuple[str, str], ...], also: tuple[str, ...]) -> Changes:
    """Another text for a file, with all that follows for links to it and, where it is moved along, in it."""
    facts = {edit.path: facts_after(view, edit)}
    return merged(Changes((edit,), moved=pairs), moved(view, pairs, facts, also))


def facts_after(view: SiteView, edit: FileEdit) -> PageFacts:
    """The facts of a file once its text is changed."""
    context = view.site.spec.context
    return facts_of(parse(edit.changed, context.options), context.vocabulary)


def readable(view: SiteView, path: str) -> Source:
    source = view.source(path)
    if source is None:
        raise unreadable(path)
    return source


def unreadable(path: str) -> RefraktError:
    return RefraktError("NOT_FOUND", f"{path} cannot be read", "Save it, or look whether it is still there.")
