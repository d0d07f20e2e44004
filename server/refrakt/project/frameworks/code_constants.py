"""String constants and imports in source files, found without parsing them.

For questions that need no evaluation: which folders a route reads, which URLs a middleware mentions, which slug package a file
imports. A constant too many makes fewer links broken, never more.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from refrakt.project.frameworks.site_files import SiteFiles, joined

_TOKEN = re.compile(
    r"""//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|"((?:[^"\\\n]|\\.)*+)"|'((?:[^'\\\n]|\\.)*+)'|`((?:[^`\\]|\\.)*+)`"""
)
_IMPORT = re.compile(r"""(?:\bfrom|\bimport|\brequire\()\s*+["']([^"'\n]{1,300})["']""")
_FOLDER_CALL = re.compile(
    r"\b(?:join|resolve|readdir|readdirSync|glob|globSync|sync|globby)\(((?:[^()]|\([^()]*+\))*+)\)"
)
"""A call that names a folder, with its arguments."""
_READS_FILES = re.compile(r"""["'](?:node:)?(?:fs|fs/promises|fast-glob|globby|glob|path)["']|\bimport\.meta\.glob\(""")
_CODE_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".mts", ".cjs", "/index.ts", "/index.tsx", "/index.js")
_MIDDLEWARE = tuple(f"{name}.{ending}" for name in ("middleware", "proxy") for ending in ("ts", "js", "mjs", "mts"))


def string_constants(text: str) -> Iterator[str]:
    """The strings outside of comments; a template up to its first placeholder."""
    for found in _TOKEN.finditer(text):
        value = found[1] or found[2]
        if value:
            yield value
        elif found[3]:
            yield found[3].partition("${")[0]


def reads_files(text: str) -> bool:
    """Whether a file imports a module that reads files, or imports files by a pattern."""
    return _READS_FILES.search(text) is not None


def imported_names(text: str) -> set[str]:
    """The modules that a file imports, as it writes them."""
    return {found[1] for found in _IMPORT.finditer(text)}


def imported_files(files: SiteFiles, folder: str, path: str, text: str) -> Iterator[str]:
    """The files of the site that a file imports directly: relative paths, the aliases `@/`, `~/` and `$lib/`,
    and paths from the top of the site."""
    for name in sorted(imported_names(text)):
        if name.startswith("."):
            places = [joined(posixpath.dirname(path), name)]
        elif name.startswith(("@/", "~/")):
            places = [joined(folder, f"{source}{name[2:]}") for source in ("src/", "", "app/")]
        elif name.startswith("$lib/"):
            places = [joined(folder, f"src/{name[1:]}")]
        elif "/" in name and not name.startswith(("@", "node:")):
            # With `baseUrl` in the config of TypeScript, paths count from the site or from its sources.
            places = [joined(folder, name), joined(folder, f"src/{name}")]
        else:
            continue
        candidates = (f"{place}{ending}" for place in places for ending in _CODE_ENDINGS)
        found = next((each for each in candidates if each in files), None)
        if found is not None:
            yield found


def middleware_constants(files: SiteFiles, folder: str) -> frozenset[str]:
    """The constants of a middleware that redirects or rewrites, and of the files that it imports."""
    found: set[str] = set()
    for place in ("", "src"):
        for name in _MIDDLEWARE:
            path = joined(folder, posixpath.join(place, name))
            text = files.text(path) if files.has(path) else None
            if text is None or ("redirect" not in text and "rewrite" not in text):
                continue
            texts = [text, *(files.text(each) or "" for each in imported_files(files, folder, path, text))]
            found.update(constant.strip("/") for each in texts for constant in string_constants(each))
    return frozenset(found - {""})


def named_folders(files: SiteFiles, folder: str, texts: Iterable[str], endings: tuple[str, ...]) -> list[str]:
    """The folders with content that calls name: `path.join(process.cwd(), 'content')`, `glob('docs/**/*.md')`."""
    found: dict[str, None] = {}
    for text in texts:
        for call in _FOLDER_CALL.finditer(text):
            constants = list(string_constants(call[1]))
            # The last ones may be the name of a file in a folder that a variable names.
            names = ("/".join(constants[:count]) for count in range(len(constants), 0, -1))
            places = (_content_folder(files, folder, name, endings) for name in names)
            place = next((each for each in places if each is not None), None)
            if place is not None:
                found[place] = None
    return list(found)


def _content_folder(files: SiteFiles, folder: str, name: str, endings: tuple[str, ...]) -> str | None:
    """A folder with content below that of the site, by the constants of a call; None if it is none."""
    name = name.partition("*")[0].rstrip("/")
    place = joined(folder, name.removeprefix("./").lstrip("/"))
    if not name or len(name) > 200 or place in (folder, "") or place.startswith("../"):
        return None
    return place if any(path.endswith(endings) for path in files.below(place)) else None
