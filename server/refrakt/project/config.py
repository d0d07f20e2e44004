"""`refrakt.config.json`: which sites a project has, where their content lies and which runes they use.

A site can be written in three ways, and all three mean the same here: its keys at the top of the file (the old way), under
`site`, or by name under `sites`. Whatever is wrong with the file is a problem at its place; the rest of it still counts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from refrakt import untrusted
from refrakt.markdoc.text import line_starts
from refrakt.rules.finding import SEVERITIES, Severity
from refrakt.untrusted import has_control_characters

from .confinement import WAYS_TO_ALLOW, confined_path, real_path
from .files import read_inside, reason
from .jsontree import JsonNode, read_json

FILE_NAME = "refrakt.config.json"
PLAIN_FILE_NAME = "markdoc.config.json"
PARTIALS = "_partials"
"""The folder of a site's partials, below its content."""
PLAN = "plan"
"""The folder of a plan, unless the config names another one."""
MAIN = "main"
"""What a site is called that has no name of its own."""

_SITE_KEYS = frozenset(
    {
        *("contentDir", "theme", "target", "overrides", "routeRules", "entityRoutes", "search", "highlight", "icons"),
        *("locale", "strings", "tints", "backgrounds", "sandbox", "baseUrl", "siteName", "defaultImage", "logo"),
        *("repoUrl", "repoBranch", "runes"),
    }
)
"""Keys that make a file without `site` and `sites` one site. `plugins` is none: a project that only plans has it too."""


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """Something wrong in a file that configures the project. Lines and columns count from 1."""

    code: str
    severity: Severity
    message: str
    file: Path
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    suggestion: str | None = None


class Named(NamedTuple):
    """A word of the config and where it stands."""

    name: str
    node: JsonNode


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """What the config says about one site."""

    name: str
    content_dir: Path | None = None
    plugins: tuple[Named, ...] | None = None
    """The packages it uses; None where nothing is said about them."""
    prefer: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    local: tuple[str, ...] = ()
    """Runes the site defines itself, by name."""
    rules: Mapping[str, str] = field(default_factory=dict)
    static_dirs: tuple[Path, ...] | None = None
    """Where files lie that are served as they are; None where the usual folders are meant."""
    base: str = "/"
    """The path the whole site is served under."""
    elsewhere: tuple[str, ...] = ()
    """Patterns of addresses that something else than its content serves."""
    node: JsonNode | None = None

    @property
    def has_unusable_content_dir(self) -> bool:
        """Whether it names a folder of pages that does not count; a problem of the config says why."""
        return self.content_dir is None and self.node is not None and self.node.get("contentDir") is not None


@dataclass(frozen=True)
class Config:
    """A config file that has been read."""

    path: Path
    text: str
    sites: Mapping[str, SiteConfig]
    shared: SiteConfig
    """What holds for the project as a whole; a project without any site has only this."""
    file_roots: Mapping[str, Path]
    plan_folder: Path | None
    """Where a plan lies, or would; None where that is outside of the project."""
    problems: tuple[ConfigProblem, ...]
    readable: bool = True
    """Whether it is JSON at all. Of a file that is not, nobody can say which sites it meant to name."""

    @property
    def root(self) -> Path:
        return self.path.parent

    @cached_property
    def _starts(self) -> list[int]:
        return line_starts(self.text)

    def problem(
        self, code: str, severity: Severity, message: str, node: JsonNode | None, suggestion: str | None = None
    ) -> ConfigProblem:
        """A problem at a place of this file; at its beginning where no place is known."""
        span = (node.start, node.end) if node is not None else (0, 0)
        return placed(code, severity, message, self.path, self._starts, span, suggestion)


def placed(
    code: str,
    severity: Severity,
    message: str,
    path: Path,
    starts: list[int],
    span: tuple[int, int],
    suggestion: str | None = None,
) -> ConfigProblem:
    (line, column), (end_line, end_column) = (_position(starts, offset) for offset in span)
    said = untrusted.message(message), path, line, column, end_line, end_column, untrusted.suggestion(suggestion)
    return ConfigProblem(code, severity, *said)


def _position(starts: list[int], offset: int) -> tuple[int, int]:
    line = bisect_right(starts, offset) - 1
    return line + 1, offset - starts[line] + 1


def read_config(path: Path) -> Config:
    """The config in a file. It never fails: a file that cannot be read is a problem of a config that says nothing."""
    try:
        text = read_inside(path.parent, path).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason(error)
        problem = ConfigProblem("config-syntax", "error", f"the file cannot be read: {why}", path)
        return Config(path, "", {}, SiteConfig(""), {}, confined_path(path.parent, PLAN), (problem,), readable=False)
    return parse_config(text, path)


def parse_config(text: str, path: Path) -> Config:
    """The config in a text that stands, or will stand, at a path."""
    return _Reader(text, path).config()


class _Reader:
    def __init__(self, text: str, path: Path) -> None:
        self.text = text
        self.path = path
        self.starts = line_starts(text)
        self.problems: list[ConfigProblem] = []
        self.readable = True

    def config(self) -> Config:
        root, faults = read_json(self.text)
        for fault in faults:
            code = "config-syntax" if fault.fatal else "config-shape"
            severity: Severity = "error" if fault.fatal else "warning"
            self.readable = self.readable and not fault.fatal
            span = (fault.start, fault.end)
            self.problems.append(placed(code, severity, fault.message, self.path, self.starts, span))
        if root is not None and root.kind != "object":
            self._complain(root, "the config must be an object")
            root = None
        if root is None:
            root = JsonNode("object", 0, 0)
        shared = self._site("", root)
        sites = {name: self._site(name, node, shared) for name, node in self._sites(root)}
        roots = self._folders(root.get("fileRoots"), "fileRoots")
        plan = self._plan_folder(root)
        # What is missing from a file that breaks off is no mistake of its own.
        told = [each for each in self.problems if self.readable or each.code == "config-syntax"]
        return Config(self.path, self.text, sites, shared, roots, plan, tuple(told), self.readable)

    def _sites(self, root: JsonNode) -> Iterator[tuple[str, JsonNode]]:
        one, many = root.get("site"), root.get("sites")
        if one is not None and many is not None:
            self._complain(root.key("site"), "`site` and `sites` cannot stand together; `sites` counts")
        if many is not None:
            if many.kind != "object" or not many.members:
                self._complain(many, "`sites` must name at least one site")
                return
            for name, _, node in self._members(many):
                if self._is(node, "object", f"the site `{name}`"):
                    yield name, node
        elif one is not None:
            if self._is(one, "object", "`site`"):
                yield MAIN, one
        else:
            keys = [key for name, key, _ in root.entries() if name in _SITE_KEYS]
            if keys:
                self._report("config-deprecated", "hint", "a site's keys belong under `site`", keys[0])
                yield MAIN, root

    def _site(self, name: str, node: JsonNode, shared: SiteConfig | None = None) -> SiteConfig:
        """A site; what holds for the whole project stands below what it says itself."""
        if shared is not None and shared.node is node:
            return SiteConfig(
                name,
                shared.content_dir,
                shared.plugins,
                shared.prefer,
                shared.aliases,
                shared.local,
                shared.rules,
                shared.static_dirs,
                shared.base,
                shared.elsewhere,
                node,
            )
        below = shared or SiteConfig("")
        runes = node.get("runes")
        if runes is not None and not self._is(runes, "object", "`runes`"):
            runes = None
        plugins = self._plugins(node)
        if plugins is not None or below.plugins is not None:
            united = {each.name: each for each in (*(below.plugins or ()), *(plugins or ()))}
            own = [each.name for each in plugins or ()]
            order = [*own, *(each for each in united if each not in own)]
            plugins = tuple(united[each] for each in order)
        return SiteConfig(
            name,
            self._content_dir(node),
            plugins,
            self._words(runes.get("prefer") if runes else None, "runes.prefer"),
            self._words(runes.get("aliases") if runes else None, "runes.aliases"),
            tuple(key for key, _, _ in self._members(runes.get("local") if runes else None)),
            {**below.rules, **self._rules(node)},
            self._static_dirs(node),
            self._base(node),
            tuple(str(each.value) for each in self._texts(node, "elsewhere")),
            node,
        )

    def _content_dir(self, node: JsonNode) -> Path | None:
        given = node.get("contentDir")
        folder = self._folder(given, "`contentDir`") if given is not None else None
        if folder is not None and confined_path(self.path.parent, folder / PARTIALS) is None:
            self._outside(given, f"the folder `{PARTIALS}` of the site")
        return folder

    def _plan_folder(self, root: JsonNode) -> Path | None:
        named = root.at("plan", "dir")
        if named is not None and isinstance(named.value, str):
            return self._folder(named, "`plan.dir`")
        folder = confined_path(self.path.parent, PLAN)
        if folder is None:
            self._outside(None, f"the folder `{PLAN}`")
        return folder

    def _folder(self, node: JsonNode, what: str) -> Path | None:
        """The real path of a folder that the config names. One outside of the project does not count, and is a problem."""
        if not self._is(node, "text", what):
            return None
        if real_path(self.path.parent / str(node.value)) is None:
            self._complain(node, f"{what} is too long for a path")
            return None
        folder = confined_path(self.path.parent, str(node.value))
        if folder is None:
            self._outside(node, what)
        return folder

    def _outside(self, node: JsonNode | None, what: str) -> None:
        hint = f"Use a folder inside the project, or allow the other one: {WAYS_TO_ALLOW}."
        self._report("outside-project", "error", f"{what} leads out of the project", node, hint)

    def _plugins(self, node: JsonNode) -> tuple[Named, ...] | None:
        """The packages under `plugins`, then those under its old name `packages`."""
        found: dict[str, Named] = {}
        lists = [(key, node.get(key)) for key in ("plugins", "packages")]
        for key, listed in lists:
            if listed is not None and key == "packages":
                self._report("config-deprecated", "hint", "`packages` is the former name of `plugins`", node.key(key))
            if listed is not None and self._is(listed, "array", f"`{key}`"):
                for item in listed.items:
                    if self._is(item, "text", f"a package under `{key}`"):
                        found.setdefault(item.value, Named(item.value, item))
        return tuple(found.values()) if any(listed is not None for _, listed in lists) else None

    def _static_dirs(self, node: JsonNode) -> tuple[Path, ...] | None:
        if node.at("authoring", "staticDirs") is None:
            return None
        found = (self._folder(each, "a folder of `authoring.staticDirs`") for each in self._texts(node, "staticDirs"))
        return tuple(each for each in found if each is not None)

    def _texts(self, node: JsonNode, name: str) -> list[JsonNode]:
        """The texts in a list under `authoring`."""
        listed = node.at("authoring", name)
        if listed is None or not self._is(listed, "array", f"`authoring.{name}`"):
            return []
        return [each for each in listed.items if self._is(each, "text", f"what stands under `authoring.{name}`")]

    def _base(self, node: JsonNode) -> str:
        given = node.at("authoring", "basePath")
        if given is None or not self._is(given, "text", "`authoring.basePath`"):
            return "/"
        return "/" + str(given.value).strip("/")

    def _rules(self, node: JsonNode) -> dict[str, str]:
        """How strict to be, by the code of the problem."""
        authoring = node.get("authoring")
        if authoring is None or not self._is(authoring, "object", "`authoring`"):
            return {}
        rules: dict[str, str] = {}
        listed = authoring.get("rules")
        if listed is not None and self._is(listed, "object", "`authoring.rules`"):
            for code, key, wish in self._members(listed):
                value = "off" if wish.value is False else wish.value
                if value not in (*SEVERITIES, "off"):
                    self._complain(wish, f"`{code}` can be {', '.join(SEVERITIES)} or off")
                elif self._known_rule(code, key):
                    rules[code] = value
        return rules

    def _known_rule(self, code: str, key: JsonNode) -> bool:
        from refrakt.rules.codes import CODES
        from refrakt.rules.words import did_you_mean, nearest

        known = [each.code for each in CODES]
        if code in known:
            return True
        self._complain(key, f"no problem has the code '{code}'{did_you_mean(nearest(code, known))}", "warning")
        return False

    def _words(self, node: JsonNode | None, what: str) -> dict[str, str]:
        if node is None or not self._is(node, "object", f"`{what}`"):
            return {}
        return {
            key: value.value
            for key, _, value in self._members(node)
            if self._is(value, "text", f"`{key}` under `{what}`")
        }

    def _folders(self, node: JsonNode | None, what: str) -> dict[str, Path]:
        if node is None or not self._is(node, "object", f"`{what}`"):
            return {}
        found = {name: self._folder(each, f"`{name}` under `{what}`") for name, _, each in self._members(node)}
        return {name: folder for name, folder in found.items() if folder is not None}

    def _members(self, node: JsonNode | None) -> Iterator[tuple[str, JsonNode, JsonNode]]:
        """The members of an object: names, where they stand, values. A name with a control character does not count."""
        for name, key, value in node.entries() if node is not None and node.kind == "object" else ():
            if has_control_characters(name):
                self._complain(key, "the name contains a control character")
            else:
                yield name, key, value

    def _is(self, node: JsonNode, kind: str, what: str) -> bool:
        """Whether a value is of a kind; if not, a problem says so."""
        fits = isinstance(node.value, str) if kind == "text" else node.kind == kind
        if fits and kind == "text" and has_control_characters(str(node.value)):
            self._complain(node, f"{what} contains a control character")
            return False
        if not fits:
            wanted = {"text": "text", "object": "an object", "array": "a list"}[kind]
            self._complain(node, f"{what} must be {wanted}")
        return fits

    def _complain(self, node: JsonNode | None, message: str, severity: Severity = "error") -> None:
        self._report("config-shape", severity, message, node)

    def _report(
        self, code: str, severity: Severity, message: str, node: JsonNode | None, suggestion: str | None = None
    ) -> None:
        span = (node.start, node.end) if node is not None else (0, 0)
        self.problems.append(placed(code, severity, message, self.path, self.starts, span, suggestion))
