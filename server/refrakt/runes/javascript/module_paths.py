"""Finds the file that an import names: relative, extensionless, aliased by tsconfig.json or jsconfig.json, or by convention.

Packages in `node_modules` are never read. Every path that is looked for is recorded, also those that do not exist, because a new
file there changes the result.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from refrakt.runes.javascript.json_comments import parse_json

EXTENSIONS = (".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".cjs", ".cts", ".json")
_TYPESCRIPT_OF = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_SCRIPTS = EXTENSIONS[:-1]
_CONVENTIONAL = ("src", "", "app")
"""The folders that `@/` and `~/` usually mean, if no config defines them."""
_DEEPEST_EXTENDS = 5


class SourceFiles(Protocol):
    """The files of one project, confined to its root and limited in size by the caller.

    Paths are relative to the root, with `/`.
    """

    def read(self, path: str) -> bytes | None:
        """The content of a regular file; None if there is none, it is outside of the root, too large, or behind a link."""

    def names(self, folder: str) -> Sequence[str]:
        """The entries of a folder; empty if it does not exist."""


@dataclass(frozen=True, slots=True)
class PathAliases:
    """`baseUrl` and `paths` of a tsconfig.json, as paths relative to the root."""

    base: str | None = None
    paths: Mapping[str, Sequence[str]] = field(default_factory=dict)


class ModulePaths:
    """Resolves imports in the files of one project. `folder` is that of the site's package.json."""

    def __init__(self, files: SourceFiles, folder: str) -> None:
        self._files = files
        self._folder = folder
        self._names: dict[str, Mapping[str, str]] = {}
        self._aliases: dict[str, PathAliases] = {}
        self._configs: dict[str, PathAliases] = {}
        self._contents: dict[str, bytes | None] = {}
        self.seen: set[str] = set()
        """Every path that was read or looked for."""

    def read(self, path: str) -> bytes | None:
        self.seen.add(path)
        if path not in self._contents:
            self._contents[path] = self._files.read(path) if _is_inside(path) else None
        return self._contents[path]

    def names(self, folder: str) -> Mapping[str, str]:
        """The entries of a folder by their names in lower case; several that differ only in case are one."""
        if folder not in self._names:
            names = sorted(self._files.names(folder)) if folder == "" or _is_inside(folder) else ()
            self._names[folder] = {name.lower(): name for name in names}
        return self._names[folder]

    def resolve(self, specifier: str, importer: str) -> str | None:
        """The file that a specifier names in a module; None if it is not a file of the project."""
        if specifier.startswith("."):
            return self.find(posixpath.join(posixpath.dirname(importer), specifier))
        if specifier.startswith("/"):
            return self.find(posixpath.join(self._folder, specifier.lstrip("/")))
        return next((found for path in self._candidates(specifier, importer) if (found := self.find(path))), None)

    def _candidates(self, specifier: str, importer: str) -> Iterator[str]:
        aliases = self._aliases_of(posixpath.dirname(importer))
        for pattern in sorted(aliases.paths, key=len, reverse=True):
            before, star, after = pattern.partition("*")
            if not star and specifier == pattern:
                yield from aliases.paths[pattern]
            elif star and specifier.startswith(before) and specifier[len(before) :].endswith(after):
                matched = specifier[len(before) : len(specifier) - len(after)]
                yield from (target.replace("*", matched) for target in aliases.paths[pattern])
        if aliases.base is not None:
            yield posixpath.join(aliases.base, specifier)
        if specifier.startswith(("@/", "~/")):
            yield from (posixpath.join(self._folder, folder, specifier[2:]) for folder in _CONVENTIONAL)

    def find(self, path: str) -> str | None:
        """The file that a path without extension names: the file itself, with an extension, or the index of a folder."""
        path = posixpath.normpath(path)
        if path == ".":
            path = ""
        if (path and not _is_inside(path)) or "node_modules" in path.split("/"):
            return None
        stem, extension = posixpath.splitext(path)
        wanted = [path, *(path + each for each in EXTENSIONS)] if path else []
        wanted += [stem + each for each in _TYPESCRIPT_OF.get(extension, ())]
        index = [posixpath.join(path, "index" + each) for each in EXTENSIONS]
        for exact in (True, False):
            for candidate in wanted + index:
                found = self._existing(candidate, exact)
                if found is not None:
                    return found
        return None

    def _existing(self, path: str, exact: bool) -> str | None:
        """The path of a regular file, or if not `exact` of one that differs in case, as on a case-insensitive file system."""
        self.seen.add(path)
        folder, name = posixpath.split(path)
        actual = self.names(folder).get(name.lower())
        if actual is None or (exact and actual != name and name not in self._files.names(folder)):
            return None
        found = path if exact else posixpath.join(folder, actual)
        # A module that is too large or a link out of the repository exists: what it defines is not known.
        return found if self.read(found) is not None or found.endswith(_SCRIPTS) else None

    def _aliases_of(self, folder: str) -> PathAliases:
        if folder not in self._aliases:
            configs = (posixpath.join(folder, name) for name in ("tsconfig.json", "jsconfig.json"))
            config = next((path for path in configs if self._existing(path, exact=True)), None)
            if config is not None:
                self._aliases[folder] = self._read_aliases(config, 0)
            else:
                parent = posixpath.dirname(folder)
                self._aliases[folder] = self._aliases_of(parent) if parent != folder else PathAliases()
        return self._aliases[folder]

    def _read_aliases(self, path: str, depth: int) -> PathAliases:
        """The aliases of a config, which is read once: configs may extend each other in many ways."""
        if path not in self._configs:
            self._configs[path] = PathAliases()
            self._configs[path] = self._config_aliases(path, depth)
        return self._configs[path]

    def _config_aliases(self, path: str, depth: int) -> PathAliases:
        try:
            config = parse_json(self.read(path) or b"", comments=True)
        except ValueError:
            return PathAliases()
        if not isinstance(config, dict) or depth > _DEEPEST_EXTENDS:
            return PathAliases()
        folder = posixpath.dirname(path)
        inherited = self._extended(config.get("extends"), folder, depth)
        options = config.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        url, paths = options.get("baseUrl"), options.get("paths")
        # The base is empty if it is the root.
        base = _joined(folder, url) if isinstance(url, str) else inherited.base
        if not isinstance(paths, dict):
            return PathAliases(base, inherited.paths)
        top = _joined(folder, url) if isinstance(url, str) else folder
        return PathAliases(base, {key: _targets(top, folder, value) for key, value in paths.items()})

    def _extended(self, extends: Any, folder: str, depth: int) -> PathAliases:
        parents = extends if isinstance(extends, list) else [extends]
        aliases = PathAliases()
        for parent in parents[:_DEEPEST_EXTENDS]:
            if isinstance(parent, str) and parent.startswith("."):
                path = _joined(folder, parent)
                found = next((each for each in (path, path + ".json") if self._existing(each, exact=True)), None)
                if found is not None:
                    read = self._read_aliases(found, depth + 1)
                    base = read.base if read.base is not None else aliases.base
                    aliases = PathAliases(base, read.paths or aliases.paths)
        return aliases


def _targets(base: str, folder: str, value: Any) -> list[str]:
    targets = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
    return [_joined(base, each.replace("${configDir}", "./" if base == folder else folder)) for each in targets]


def _joined(folder: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(folder, path))
    return "" if joined == "." else joined


def _is_inside(path: str) -> bool:
    return not path.startswith(("/", "../")) and path not in ("", "..", ".")
