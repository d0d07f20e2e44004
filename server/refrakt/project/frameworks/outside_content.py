"""Content outside of the package whose code reads it, such as `docs` beside the package of a documentation site.

Code must name the folder by a static path: relative to the package or to the file itself, as a glob pattern, or as a folder of the
repository that it requests from GitHub. The code must also be connected with Markdoc, and the folder must contain pages and no
code. Everything stays below the project root, and a folder that is not certain is left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from refrakt.project.frameworks.code_constants import imported_files, string_constants
from refrakt.project.frameworks.script_values import relative_to_top
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined

MOST_FOLDERS = 20
"""How many folders outside of a package are its content."""
_CALL = re.compile(
    r"\b(join|resolve|readdir|readdirSync|readFile|readFileSync|glob|globSync|sync|globby|fg)"
    r"\(((?:[^()]|\([^()]*+\))*+)\)"
)
"""A call that names a folder or a file, with its arguments."""
_OF_FILE = re.compile(r"__dirname|import\.meta\.(?:dirname|url|glob)|fileURLToPath")
_OF_FOLDER = re.compile(r"process\.cwd\(\)")
_TEXT = re.compile(r"\s*+[\"'`\[]")
_GITHUB = re.compile(r"api\.github\.com/repos/|raw\.githubusercontent\.com/")
_REPOSITORY = re.compile(r"github\.com[/:]([\w.-]{1,100})/([\w.-]{1,100}?)(?:\.git)?[\"/#]")
_MARKDOC = "@markdoc/markdoc"


class OutsideContent(NamedTuple):
    """A folder of pages below the project root."""

    folder: str
    pattern: str = ""
    """A glob pattern below the folder; empty for all files."""


def outside_content(files: SiteFiles, folder: str, apart_from: Iterable[str] = ()) -> tuple[OutsideContent, ...]:
    """The content that the code of a package names outside of its folder; the outermost of nested folders."""
    if not folder:
        return ()
    code = _PackageCode(files, folder, apart_from)
    found: dict[OutsideContent, None] = {}
    for path in code.paths:
        text = files.searched(path)
        candidates = (*_named(text, path, folder), *_requested(files, text))
        named = [each for each in candidates if _is_content(files, folder, each)]
        if named and code.uses_markdoc(path):
            files.has(path)
            found |= dict.fromkeys(named)
    folders = {each.folder for each in found if not each.pattern}
    outermost = [each for each in found if not any(each.folder.startswith(f"{other}/") for other in folders)]
    return tuple(outermost[:MOST_FOLDERS])


class _PackageCode:
    """The source files of a package, and which of them import others."""

    def __init__(self, files: SiteFiles, folder: str, apart_from: Iterable[str]) -> None:
        self._files = files
        self._folder = folder
        self.paths = files.code(folder, apart_from)

    @cached_property
    def _imports(self) -> dict[str, list[str]]:
        return {path: list(self._imported(path)) for path in self.paths}

    def _imported(self, path: str) -> Iterator[str]:
        return imported_files(self._files, self._folder, path, self._files.searched(path))

    def uses_markdoc(self, path: str) -> bool:
        """Whether a file, or one that imports it, uses Markdoc, itself or in what it imports."""
        users = [path, *(other for other, imported in self._imports.items() if path in imported)]
        return any(
            _MARKDOC in self._files.searched(each) for user in users for each in (user, *self._imports.get(user, ()))
        )


def _named(text: str, path: str, folder: str) -> Iterator[OutsideContent]:
    """The folders that calls name by a path that leaves the package."""
    if ".." not in text:
        return
    for call in _CALL.finditer(text):
        constants = list(string_constants(call[2]))
        name = "/".join(constants)
        start = text[max(0, call.start() - 20) : call.start()]
        if not name.startswith("..") or len(name) > 200:
            continue
        of_file = _OF_FILE.search(call[2]) or start.endswith("import.meta.")
        if not of_file and not _OF_FOLDER.search(call[2]) and not _TEXT.match(call[2]):
            continue  # relative to a folder that is not known
        base = posixpath.dirname(path) if of_file else folder
        before, star, _ = name.partition("*")
        above = before.rpartition("/")[0] if star else before.rstrip("/")
        if not star:
            yield OutsideContent(joined(base, above))
        elif name.endswith(_endings(name)):
            yield OutsideContent(joined(base, above), name[len(above) :].lstrip("/"))


def _endings(name: str) -> tuple[str, ...]:
    """The endings of a glob pattern that only Markdoc files have; `.{md,mdoc}` counts as well."""
    braces = re.search(r"\.\{([\w,]{1,50})\}$", name)
    if braces is None:
        return MARKDOC_ENDINGS
    return (braces[0],) if all(f".{each}" in MARKDOC_ENDINGS for each in braces[1].split(",")) else ()


def _requested(files: SiteFiles, text: str) -> Iterator[OutsideContent]:
    """The folders of this repository that code requests from GitHub, by the names of its owner and of the repository."""
    if _GITHUB.search(text) is None:
        return
    constants = {each.strip("/") for each in string_constants(text)}
    if not any(owner in constants and name in constants for owner, name in _repositories(files)):
        return
    above = relative_to_top(files, "")
    for each in sorted(constants):
        place = each if not above else each.removeprefix(f"{above}/") if each.startswith(f"{above}/") else ""
        if place and len(place) <= 200 and files.is_folder(place):
            yield OutsideContent(place)


def _repositories(files: SiteFiles) -> set[tuple[str, str]]:
    """The repositories on GitHub that the packages of the project name as theirs."""
    found: set[tuple[str, str]] = set()
    for path in files.paths:
        if posixpath.basename(path) == "package.json":
            data = files.json(path)
            repository = data.get("repository") if isinstance(data, dict) else None
            url = repository.get("url") if isinstance(repository, dict) else repository
            named = _REPOSITORY.search(f'{url}"') if isinstance(url, str) else None
            if named is not None:
                found.add((named[1], named[2]))
    return found


def _is_content(files: SiteFiles, package: str, content: OutsideContent) -> bool:
    """Whether a folder is outside of a package, inside the project, and contains pages and no code."""
    folder = content.folder
    if folder in ("", "..") or folder.startswith("../") or f"{package}/".startswith(f"{folder}/"):
        return False
    if f"{folder}/".startswith(f"{package}/"):
        return False
    pages = any(each.endswith(MARKDOC_ENDINGS) for each in files.below(folder))
    return pages and (bool(content.pattern) or not files.code(folder))
