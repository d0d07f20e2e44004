"""`refrakt.config.json`: the sites of a project, their content folders and their runes.

A site can be written in three ways with the same meaning: its keys at the top level (deprecated), under `site`, or by name under
`sites`. Each mistake is a problem with a position; the rest of the file still counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from refrakt import untrusted
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.markdoc.tree import Span
from refrakt.project.config_keys import FORGE_MODES, KNOWN_KEYS, SITE_EITHER, SITE_OBJECTS, SITE_TEXTS
from refrakt.project.config_rules import (
    CONFIG_DEPRECATED,
    CONFIG_KEY,
    CONFIG_SHAPE,
    CONFIG_SYNTAX,
    OUTSIDE_PROJECT,
)
from refrakt.project.confinement import WAYS_TO_ALLOW, confined_path, real_path
from refrakt.project.files import read_inside, reason
from refrakt.project.json_tree import JsonNode, read_json
from refrakt.rules.problem import RULE_SEVERITY, SEVERITIES, Problem, Severity
from refrakt.rules.registry import Rule
from refrakt.rules.severity_settings import ALL_RULES
from refrakt.untrusted import has_control_characters

FILE_NAME = "refrakt.config.json"
PLAIN_FILE_NAME = "markdoc.config.json"
PARTIALS = "_partials"
"""The folder of a site's partials, below its content."""
PLAN = "plan"
"""The default folder of a plan."""
MAIN = "main"
"""The name of a site without a name."""

_SITE_KEYS = frozenset(
    {
        *("contentDir", "theme", "target", "overrides", "routeRules", "entityRoutes", "search", "highlight", "icons"),
        *("locale", "strings", "tints", "backgrounds", "sandbox", "baseUrl", "siteName", "defaultImage", "logo"),
        *("repoUrl", "repoBranch", "runes", "security"),
    }
)
"""Keys that make a file without `site` and `sites` one site. A project with only a plan has `plugins` as well."""


_SHORTEST_KEY = 3
"""Characters of a key that is not compared with others: too many are similar."""


class NamedNode(NamedTuple):
    """A name in the config and its node."""

    name: str
    node: JsonNode


class RuleOverride(NamedTuple):
    """Severities for some files."""

    files: tuple[str, ...]
    """Glob patterns of paths in the project."""
    rules: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """The config of one site."""

    name: str
    content_dir: Path | None = None
    plugins: tuple[NamedNode, ...] | None = None
    """The packages it uses; None if the config has no list of them."""
    prefer: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    local: tuple[str, ...] = ()
    """Runes the site defines itself, by name."""
    rules: Mapping[str, str] = field(default_factory=dict)
    overrides: tuple[RuleOverride, ...] = ()
    variables: frozenset[str] = frozenset()
    """The variables that the site gives its pages."""
    static_dirs: tuple[Path, ...] | None = None
    """The folders of static files; None for the default ones."""
    base: str = "/"
    """The base path of its URLs."""
    elsewhere: tuple[str, ...] = ()
    """Patterns of URLs that something other than its content serves."""
    included_pages: tuple[str, ...] = ()
    """Glob patterns of files that are pages of a plain Markdoc site besides those that its framework serves."""
    excluded_pages: tuple[str, ...] = ()
    """Glob patterns of files that are not."""
    node: JsonNode | None = None

    @property
    def has_unusable_content_dir(self) -> bool:
        """Whether its `contentDir` cannot be used; the config has a problem then."""
        return self.content_dir is None and self.node is not None and self.node.get("contentDir") is not None


@dataclass(frozen=True)
class ProjectConfig:
    """A parsed config file."""

    path: Path
    text: str
    sites: Mapping[str, SiteConfig]
    shared: SiteConfig
    """What applies to the whole project; a project without sites has only this."""
    file_roots: Mapping[str, Path]
    plan_folder: Path | None
    """The folder of the plan, whether it exists or not; None if it is outside of the project."""
    problems: tuple[Problem, ...]
    readable: bool = True
    """Whether it is valid JSON. If not, its sites are not known."""

    @property
    def root(self) -> Path:
        return self.path.parent

    @cached_property
    def _starts(self) -> list[int]:
        return line_starts(self.text)

    def position(self, problem: Problem) -> tuple[int, int]:
        """The line and column of a problem of this file."""
        return line_and_column(self._starts, problem.span.start)

    def problem(
        self,
        rule: Rule,
        message: str,
        node: JsonNode | None,
        suggestion: str | None = None,
        severity: Severity = RULE_SEVERITY,
    ) -> Problem:
        """A problem of this file at a node; at its start without one."""
        return config_problem(rule, message, self.path, node.span if node is not None else None, suggestion, severity)


def config_problem(
    rule: Rule,
    message: str,
    path: Path,
    span: Span | None = None,
    suggestion: str | None = None,
    severity: Severity = RULE_SEVERITY,
) -> Problem:
    """A problem of a rule in a file; at its start without a span."""
    texts = untrusted.message(message), untrusted.suggestion(suggestion)
    return rule.complete(Problem(span or Span(0, 0), *texts, severity=severity, path=str(path)))


def read_config(path: Path) -> ProjectConfig:
    """The config in a file. A file that cannot be read gives an empty config with a problem."""
    try:
        text = read_inside(path.parent, path).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason(error)
        problem = config_problem(CONFIG_SYNTAX, f"the file cannot be read: {why}", path)
        return ProjectConfig(
            path, "", {}, SiteConfig(""), {}, confined_path(path.parent, PLAN), (problem,), readable=False
        )
    return parse_config(text, path)


def parse_config(text: str, path: Path) -> ProjectConfig:
    """The config in a text, for a file at a path."""
    return _ConfigParser(text, path).config()


def _near_key(name: str, known: Iterable[str]) -> str | None:
    """The known key that was probably meant; only one that differs in a letter or two, or in case."""
    from refrakt.rules.name_suggestion import nearest

    near = nearest(name, known, most=1) if len(name) > _SHORTEST_KEY else []
    return near[0] if near else None


def _correction(key: str) -> str:
    """The suggestion for a misspelt key."""
    return f"Write `{key}`."


def hides_packages(problem: Problem) -> bool:
    """Whether packages or runes of the site may be missing because of a misspelt key."""
    return problem.code == CONFIG_KEY.code and problem.suggestion in _PACKAGE_CORRECTIONS


_PACKAGE_CORRECTIONS = frozenset(
    map(_correction, ("site", "sites", "plugins", "packages", "runes", "aliases", "local", "prefer"))
)


def _misspelt_keys(node: JsonNode, kind: tuple[str, ...]) -> Iterator[tuple[str, JsonNode]]:
    """The keys of an object that are nearly known ones which it does not have, with those."""
    known = KNOWN_KEYS[kind]
    for name, key, _ in node.entries() if node.kind == "object" else ():
        near = _near_key(name, known) if name not in known else None
        if near is not None and node.get(near) is None:
            yield near, key


class _ConfigParser:
    def __init__(self, text: str, path: Path) -> None:
        self.text = text
        self.path = path
        self.problems: list[Problem] = []
        self.readable = True

    def config(self) -> ProjectConfig:
        root, problems = read_json(self.text)
        self.readable = all(each.severity != "error" for each in problems)
        for each in problems:
            rule = CONFIG_SYNTAX if each.severity == "error" else CONFIG_SHAPE
            self.problems.append(config_problem(rule, each.message, self.path, each.span, severity=each.severity))
        if root is not None and root.kind != "object":
            self._shape_problem(root, "the config must be an object")
            root = None
        if root is None:
            root = JsonNode("object", 0, 0)
        shared = self._site("", root)
        self._check_keys(root, ())
        self._check_tools(root)
        sites = {name: self._site(name, node, shared) for name, node in self._sites(root)}
        roots = self._folders(root.get("fileRoots"), "fileRoots")
        plan = self._plan_folder(root)
        # After a syntax error, other problems may only be consequences.
        reported = [each for each in self.problems if self.readable or each.code == "config-syntax"]
        return ProjectConfig(self.path, self.text, sites, shared, roots, plan, tuple(reported), self.readable)

    def _sites(self, root: JsonNode) -> Iterator[tuple[str, JsonNode]]:
        one, many = root.get("site"), root.get("sites")
        if one is not None and many is not None:
            self._shape_problem(root.key("site"), "`site` is ignored because `sites` is set")
        if many is not None:
            if many.kind != "object" or not many.members:
                self._shape_problem(many, "`sites` must name at least one site")
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
                self._report(CONFIG_DEPRECATED, "a site's keys belong under `site`", keys[0])
                yield MAIN, root

    def _site(self, name: str, node: JsonNode, shared: SiteConfig | None = None) -> SiteConfig:
        """A site, with the settings of the whole project as defaults."""
        if shared is not None:
            self._check_settings(node)
        if shared is not None and shared.node is node:
            return SiteConfig(
                name,
                shared.content_dir,
                shared.plugins,
                shared.prefer,
                shared.aliases,
                shared.local,
                shared.rules,
                shared.overrides,
                shared.variables,
                shared.static_dirs,
                shared.base,
                shared.elsewhere,
                shared.included_pages,
                shared.excluded_pages,
                node,
            )
        defaults = shared or SiteConfig("")
        if shared is not None:
            self._check_keys(node, ("site",))
        runes = node.get("runes")
        if runes is not None and not self._is(runes, "object", "`runes`"):
            runes = None
        if runes is not None:
            self._check_keys(runes, ("runes",))
        plugins = self._plugins(node)
        if plugins is not None or defaults.plugins is not None:
            united = {each.name: each for each in (*(defaults.plugins or ()), *(plugins or ()))}
            own = [each.name for each in plugins or ()]
            order = [*own, *(each for each in united if each not in own)]
            plugins = tuple(united[each] for each in order)
        return SiteConfig(
            name,
            self._content_dir(node),
            plugins,
            self._text_values(runes.get("prefer") if runes else None, "runes.prefer"),
            self._text_values(runes.get("aliases") if runes else None, "runes.aliases"),
            tuple(key for key, _, _ in self._members(runes.get("local") if runes else None)),
            {**defaults.rules, **self._rules(node)},
            (*defaults.overrides, *self._overrides(node)),
            defaults.variables | {str(each.value) for each in self._texts(node, "variables")},
            self._static_dirs(node),
            self._base(node),
            tuple(str(each.value) for each in self._texts(node, "elsewhere")),
            self._page_patterns(node, "include"),
            self._page_patterns(node, "exclude"),
            node,
        )

    def _check_keys(self, node: JsonNode, kind: tuple[str, ...]) -> None:
        """Report the keys of an object that are nearly known ones."""
        for near, key in _misspelt_keys(node, kind):
            message = f"unknown key `{key.value}`; did you mean `{near}`?"
            self._report(CONFIG_KEY, message, key, _correction(near))

    def _check_settings(self, node: JsonNode) -> None:
        """Report the settings of a site that are not read here, and have the wrong form."""
        for keys, kind in ((SITE_TEXTS, "text"), (SITE_OBJECTS, "object"), (SITE_EITHER, "text or object")):
            for key in keys:
                value = node.get(key)
                if value is not None:
                    self._is(value, kind, f"`{key}`")
        sandbox = node.get("sandbox")
        if sandbox is not None:
            self._check_keys(sandbox, ("sandbox",))
        for key in ("routeRules", "entityRoutes"):
            self._check_items(node.get(key), key)

    def _check_tools(self, root: JsonNode) -> None:
        """Report the settings of the plan, of Forge and of references that have the wrong form."""
        for name in ("plan", "forge"):
            settings = root.get(name)
            if settings is not None and self._is(settings, "object", f"`{name}`"):
                self._check_keys(settings, (name,))
        enabled = root.at("forge", "enabled")
        if enabled is not None and enabled.value not in FORGE_MODES:
            self._shape_problem(enabled, f"`forge.enabled` can be {', '.join(FORGE_MODES[:-1])} or {FORGE_MODES[-1]}")
        self._check_items(root.get("xrefs"), "xrefs")

    def _check_items(self, listed: JsonNode | None, key: str) -> None:
        for item in listed.items if listed is not None else ():
            self._check_keys(item, (key,))

    def _content_dir(self, node: JsonNode) -> Path | None:
        named = node.get("contentDir")
        folder = self._folder(named, "`contentDir`") if named is not None else None
        if folder is not None and confined_path(self.path.parent, folder / PARTIALS) is None:
            self._outside(named, f"the folder `{PARTIALS}` of the site")
        return folder

    def _plan_folder(self, root: JsonNode) -> Path | None:
        named = root.at("plan", "dir")
        if named is not None:
            return self._folder(named, "`plan.dir`")
        folder = confined_path(self.path.parent, PLAN)
        if folder is None:
            self._outside(None, f"the folder `{PLAN}`")
        return folder

    def _folder(self, node: JsonNode, what: str) -> Path | None:
        """The real path of a folder in the config. One outside of the project is a problem."""
        if not self._is(node, "text", what):
            return None
        if real_path(self.path.parent / str(node.value)) is None:
            self._shape_problem(node, f"{what} is too long for a path")
            return None
        folder = confined_path(self.path.parent, str(node.value))
        if folder is None:
            self._outside(node, what)
        return folder

    def _outside(self, node: JsonNode | None, what: str) -> None:
        hint = f"Use a folder inside the project, or allow the other one: {WAYS_TO_ALLOW}."
        self._report(OUTSIDE_PROJECT, f"{what} leads out of the project", node, hint)

    def _plugins(self, node: JsonNode) -> tuple[NamedNode, ...] | None:
        """The packages under `plugins`, then those under its former name `packages`."""
        found: dict[str, NamedNode] = {}
        lists = [(key, node.get(key)) for key in ("plugins", "packages")]
        for key, listed in lists:
            if listed is not None and key == "packages":
                self._report(CONFIG_DEPRECATED, "`packages` is the former name of `plugins`", node.key(key))
            if listed is not None and self._is(listed, "array", f"`{key}`"):
                for item in listed.items:
                    if self._is(item, "text", f"a package under `{key}`"):
                        found.setdefault(item.value, NamedNode(item.value, item))
        return tuple(found.values()) if any(listed is not None for _, listed in lists) else None

    def _static_dirs(self, node: JsonNode) -> tuple[Path, ...] | None:
        if node.at("authoring", "staticDirs") is None:
            return None
        found = (self._folder(each, "a folder of `authoring.staticDirs`") for each in self._texts(node, "staticDirs"))
        return tuple(each for each in found if each is not None)

    def _texts(self, node: JsonNode, name: str) -> list[JsonNode]:
        """The strings in a list under `authoring`."""
        listed = node.at("authoring", name)
        if listed is None or not self._is(listed, "array", f"`authoring.{name}`"):
            return []
        return [each for each in listed.items if self._is(each, "text", f"each value of `authoring.{name}`")]

    def _page_patterns(self, node: JsonNode, name: str) -> tuple[str, ...]:
        pages = node.at("authoring", "pages")
        if pages is None or not self._is(pages, "object", "`authoring.pages`"):
            return ()
        if name == "include":
            self._check_keys(pages, ("pages",))
        listed = pages.get(name)
        if listed is None or not self._is(listed, "array", f"`authoring.pages.{name}`"):
            return ()
        what = f"each value of `authoring.pages.{name}`"
        return tuple(str(each.value).removeprefix("./") for each in listed.items if self._is(each, "text", what))

    def _base(self, node: JsonNode) -> str:
        path = node.at("authoring", "basePath")
        if path is None or not self._is(path, "text", "`authoring.basePath`"):
            return "/"
        return "/" + str(path.value).strip("/")

    def _rules(self, node: JsonNode) -> dict[str, str]:
        """The severities by code."""
        authoring = node.get("authoring")
        if authoring is None or not self._is(authoring, "object", "`authoring`"):
            return {}
        self._check_keys(authoring, ("authoring",))
        return self._severities(authoring.get("rules"), "`authoring.rules`")

    def _severities(self, listed: JsonNode | None, what: str) -> dict[str, str]:
        rules: dict[str, str] = {}
        if listed is not None and self._is(listed, "object", what):
            for code, key, setting in self._members(listed):
                value = "off" if setting.value is False else setting.value
                if value not in (*SEVERITIES, "off"):
                    self._shape_problem(setting, f"`{code}` can be {', '.join(SEVERITIES)} or off")
                elif code == ALL_RULES or self._is_rule(code, key):
                    rules[code] = value
        return rules

    def _overrides(self, node: JsonNode) -> Iterator[RuleOverride]:
        """The severities for some files."""
        listed = node.at("authoring", "overrides")
        if listed is None or not self._is(listed, "array", "`authoring.overrides`"):
            return
        for each in listed.items:
            if not self._is(each, "object", "each value of `authoring.overrides`"):
                continue
            self._check_keys(each, ("overrides",))
            files = each.get("files")
            patterns = (
                files.items if files is not None and files.kind == "array" else [files] if files is not None else []
            )
            if not patterns and not any(near == "files" for near, _ in _misspelt_keys(each, ("overrides",))):
                self._shape_problem(each, "`files` is missing: a glob pattern, or a list of them")
            names = [str(one.value).removeprefix("./") for one in patterns if self._is(one, "text", "each of `files`")]
            rules = self._severities(each.get("rules"), "`rules`")
            if names and rules:
                yield RuleOverride(tuple(names), rules)

    def _is_rule(self, code: str, key: JsonNode) -> bool:
        from refrakt.rules.name_suggestion import did_you_mean, nearest
        from refrakt.rules.registry import all_rules

        codes = list(all_rules())
        if code in codes:
            return True
        self._shape_problem(key, f"no problem has the code '{code}'{did_you_mean(nearest(code, codes))}", "warning")
        return False

    def _text_values(self, node: JsonNode | None, what: str) -> dict[str, str]:
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
        """The members of an object: names, their nodes, values. A name with a control character is skipped."""
        for name, key, value in node.entries() if node is not None and node.kind == "object" else ():
            if has_control_characters(name):
                self._shape_problem(key, "the name contains a control character")
            else:
                yield name, key, value

    def _is(self, node: JsonNode, kind: str, what: str) -> bool:
        """Whether a value is of a kind; if not, a problem is added."""
        is_text = isinstance(node.value, str)
        kinds = kind.split(" or ")
        fits = (is_text and "text" in kinds) or node.kind in kinds
        if fits and is_text and has_control_characters(str(node.value)):
            self._shape_problem(node, f"{what} contains a control character")
            return False
        if not fits:
            expected = {
                "text": "text",
                "object": "an object",
                "array": "a list",
                "text or object": "text or an object",
            }[kind]
            self._shape_problem(node, f"{what} must be {expected}")
        return fits

    def _shape_problem(self, node: JsonNode | None, message: str, severity: Severity = RULE_SEVERITY) -> None:
        self._report(CONFIG_SHAPE, message, node, severity=severity)

    def _report(
        self,
        rule: Rule,
        message: str,
        node: JsonNode | None,
        suggestion: str | None = None,
        severity: Severity = RULE_SEVERITY,
    ) -> None:
        span = node.span if node is not None else None
        self.problems.append(config_problem(rule, message, self.path, span, suggestion, severity))
