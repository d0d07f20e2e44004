"""The layers of docs/architecture.md: every import goes to a lower one, also inside functions and between sub-packages."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from refrakt import __version__

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "server"

RANKS = {
    "markdoc": 0,
    "runes": 1,
    "rules": 2,
    "theme": 2,
    "project": 3,
    "features": 4,
    "plugins": 5,
    "services": 6,
    "hosts": 7,
}
"""A package imports packages of lower rank, and those of its own rank."""

LAYERS = {
    "refrakt.project": (
        "",
        "frameworks",
        "site",
        "config_problems",
        "watched_folders pages",
        "inotify",
        "file_watcher folder_watch",
        "index.severity",
        "page_problems",
        "snapshot",
        "index",
        "pipeline site_rules",
        "workspace",
    ),
    "refrakt.features": ("symbols", "", "hover", "on_type", "semantic_tokens", "rename", "completion", "actions"),
    "refrakt.hosts": ("log switch_interval", "link preview", "mcp", "lsp", "cli"),
    "refrakt_forge": (
        "limits schemas",
        "json_values",
        "errors",
        "names environment cache_layout",
        "versions",
        "documents definitions contract",
        "config",
        "registries",
        "index",
        "validation",
        "resolution",
        "integrity",
        "lockfile",
        "workspace",
        "definition_problems forks",
        "command_line",
        "commands editor",
        "detection resources prompts",
        "plugin",
        "mcp_server",
    ),
    "refrakt_plan": (
        "vocabulary plan_folder git schemas",
        "entity rendering runes",
        "scanner",
        "command_line entity_lookup entity_relations readiness",
        "context editing graph history rules static_site",
        "migrations",
        "commands editor",
        "resources",
        "plugin",
    ),
}
"""The layers inside a package, from the lowest. A part imports itself and lower layers, not its neighbours. The empty name means
all modules without a layer of their own."""

FILES = {"io", "os", "pathlib", "shutil", "tempfile", "glob"}
PROCESSES = {"asyncio", "multiprocessing", "socket", "subprocess"}
PROTOCOLS = {"lsprotocol", "mcp", "pygls"}
UNKNOWN_TO = {
    "markdoc": FILES | PROCESSES | PROTOCOLS,
    "runes": FILES | PROCESSES | PROTOCOLS,
    "rules": FILES | PROCESSES | PROTOCOLS,
    "theme": PROCESSES | PROTOCOLS,
    "project": PROTOCOLS,
    "features": FILES | PROCESSES | PROTOCOLS,
    "services": PROTOCOLS,
    "plugins": PROTOCOLS,
}
"""What each package must not import."""

NO_NAMES = {"utils", "helpers", "manager", "base", "common", "misc"}
MODULE_OF = {
    "google-re2": "re2",
    "linkify-it-py": "linkify_it",
    "markdown-it-py": "markdown_it",
    "node-semver": "nodesemver",
    "PyYAML": "yaml",
}


@cache
def modules() -> list[tuple[str, ast.Module]]:
    found = []
    for path in sorted(SERVER.rglob("*.py")):
        parts = path.relative_to(SERVER).with_suffix("").parts
        found.append((".".join(parts), ast.parse(path.read_text("utf-8"), str(path))))
    return found


def imported(module: str, tree: ast.Module) -> Iterator[str]:
    """Every module that `module` imports anywhere in its text, by full name."""
    package = module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*start, *([node.module] if node.module else [])])
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


def package_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "refrakt" and parts[1] in RANKS else None


def wrong_imports(module: str, tree: ast.Module) -> set[str]:
    """The imports of a module that its package must not have."""
    found = set()
    here = package_of(module)
    top = module.split(".", maxsplit=1)[0]
    for name in imported(module, tree):
        there = package_of(name)
        target = name.split(".")[0]
        if here and there and here != there and RANKS[there] > RANKS[here]:
            found.add(f"{module}: {here} must not import {there}")
        if top != "refrakt" and there not in (None, "plugins", "runes"):
            found.add(f"{module}: a plugin uses the plugin contract alone, not {there}")
        if top == "refrakt" and target.startswith("refrakt_"):
            found.add(f"{module}: {target} is found by its entry point, never imported")
        if here and target in UNKNOWN_TO.get(here, ()):
            found.add(f"{module}: {here} does not know {target}")
    return found


def layer(package: str, module: str) -> tuple[int, str] | None:
    """The rank of a module's layer, and the longest name there that covers it; None outside of the package."""
    if not module.startswith(f"{package}."):
        return None
    ranks = {name: rank for rank, names in enumerate(LAYERS[package]) for name in names.split() or [""]}
    parts = module.removeprefix(f"{package}.").split(".")
    covering = (".".join(parts[:count]) for count in range(len(parts), -1, -1))
    return next(((ranks[name], name) for name in covering if name in ranks), None)


def upward_imports(module: str, tree: ast.Module) -> set[str]:
    """The imports of a module that do not go to a lower layer of its package."""
    found = set()
    for package in LAYERS:
        here = layer(package, module)
        for name in imported(module, tree) if here is not None else ():
            there = layer(package, name)
            if (
                here is not None
                and there is not None
                and (there[0] > here[0] or (there[0] == here[0] and there != here))
            ):
                found.add(f"{module}: must not import {name}, which is not in a lower layer")
    return found


def host_calls(module: str, tree: ast.Module) -> set[str]:
    """Calls that only a host may make."""
    if package_of(module) in (None, "hosts"):
        return set()
    forbidden = {"print", "input", "exit", "quit"}
    if package_of(module) in ("markdoc", "runes"):
        forbidden.add("open")
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    named = {f"{module}: calls {call.id}()" for call in calls if isinstance(call, ast.Name) and call.id in forbidden}
    attributes = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "exit")
    leaves = any(ast.unparse(node) == "sys.exit" for node in attributes)
    return named | ({f"{module}: leaves the process"} if leaves else set())


def test_imports_go_one_way() -> None:
    observed = list(modules())
    assert "refrakt.hosts.cli.__init__" in dict(observed)
    assert set().union(*(wrong_imports(module, tree) for module, tree in observed)) == set()


def test_imports_inside_a_package_go_to_lower_layers() -> None:
    assert set().union(*(upward_imports(module, tree) for module, tree in modules())) == set()


@pytest.mark.parametrize("package", LAYERS)
def test_every_part_of_a_package_has_a_layer(package: str) -> None:
    known = {name for names in LAYERS[package] for name in names.split() or [""]}
    parts = {
        module.removeprefix(f"{package}.").split(".")[0] for module, _ in modules() if module.startswith(f"{package}.")
    }
    assert "" in known or parts - {"__init__"} <= known


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("refrakt.project.files", "from refrakt.project.index.site_index import SiteIndex"),
        ("refrakt.project.index.site_index", "def late():\n    from refrakt.project.site_rules import site_checker"),
        ("refrakt.project.index.severity", "from refrakt.project.index import site_index"),
        ("refrakt.hosts.link.relay", "from refrakt.hosts.mcp import tools"),
        ("refrakt.features.symbols.symbol", "from refrakt.features.results import Hover"),
        ("refrakt_plan.graph.svg", "from refrakt_plan.history import commit_log"),
    ],
)
def test_an_import_of_a_higher_layer_is_reported(module: str, source: str) -> None:
    assert upward_imports(module, ast.parse(source))


def test_only_hosts_print_and_exit() -> None:
    assert set().union(*(host_calls(module, tree) for module, tree in modules())) == set()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("refrakt.markdoc.parse", "from refrakt.runes import hint"),
        ("refrakt.markdoc.parse", "from ..hosts import cli"),
        ("refrakt.markdoc.parse", "from .. import project"),
        ("refrakt.markdoc.parse", "import pathlib"),
        ("refrakt.markdoc.parse", "def late():\n    from os.path import join"),
        ("refrakt.project.index", "import lsprotocol.types"),
        ("refrakt.services.check", "import refrakt.hosts.cli"),
        ("refrakt.plugins.discovery", "import refrakt_plan"),
        ("refrakt_plan.scanner.plan_scanner", "from refrakt.project import Snapshot"),
    ],
)
def test_a_wrong_import_is_reported(module: str, source: str) -> None:
    assert wrong_imports(module, ast.parse(source))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("refrakt.hosts.cli.commands.ast", "from refrakt.markdoc import parse\nimport os"),
        ("refrakt.services.check", "from refrakt.plugins import Plugin"),
        ("refrakt.project.index", "from ..markdoc.tree import Node\nimport os"),
        ("refrakt_plan.scanner.plan_scanner", "from refrakt.plugins import Plugin"),
    ],
)
def test_other_imports_are_allowed(module: str, source: str) -> None:
    assert wrong_imports(module, ast.parse(source)) == set()


@pytest.mark.parametrize("source", ["print(1)", "import sys\nsys.exit(2)", "open('page.md')"])
def test_a_call_that_only_hosts_make_is_reported(source: str) -> None:
    assert host_calls("refrakt.markdoc.parse", ast.parse(source))
    assert host_calls("refrakt.hosts.cli.ast", ast.parse(source)) == set()


def duplicate_classes(sources: Iterable[tuple[str, ast.Module]]) -> dict[str, list[str]]:
    """The modules of each class name that several classes have, private ones included."""
    found: dict[str, list[str]] = {}
    for module, tree in sources:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(module)
    return {name: locations for name, locations in found.items() if len(locations) > 1}


def test_class_names_are_unique() -> None:
    assert duplicate_classes(modules()) == {}, "one name for two classes: rename the more specific one"


def test_a_duplicate_class_name_is_reported() -> None:
    sources = [
        ("a", ast.parse("class _X: ...")),
        ("b", ast.parse("def f():\n class _X: ...")),
        ("c", ast.parse("class Y: ...")),
    ]
    assert duplicate_classes(sources) == {"_X": ["a", "b"]}


def test_everything_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.split(r"[<>=!~ \[;]", line)[0] for line in project["dependencies"]]
    declared = {MODULE_OF.get(name, name.replace("-", "_")) for name in names}
    used = {name.split(".")[0] for module, tree in modules() for name in imported(module, tree)}
    foreign = {name for name in used if name not in sys.stdlib_module_names and not name.startswith("refrakt")}
    assert foreign == declared


def test_no_module_has_an_empty_name() -> None:
    parts = {part for module, _ in modules() for part in module.split(".")}
    assert parts & NO_NAMES == set()


def test_every_problem_is_in_the_manual() -> None:
    makers = {"MarkdocError", "_report", "report"}
    ids = set()
    for module, tree in modules():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args):
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", None)
            first = call.args[0]
            if package_of(module) == "markdoc" and name in makers and isinstance(first, ast.Constant):
                ids.add(first.value)
    manual = set(re.findall(r"^\| `([a-z-]+)`", (ROOT / "docs" / "problems.md").read_text("utf-8"), re.MULTILINE))
    assert ids == manual


# The repository ---------------------------------------------------------------------------------------------------


def repository_files() -> list[Path]:
    """Files that are, or are about to be, in the repository."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    files = [ROOT / name.decode() for name in listing.stdout.split(b"\0") if name]
    return [path for path in files if path.is_file()]


def test_no_file_names_a_package_host_or_a_machine_path() -> None:
    # Put together from pieces, so that this file passes its own test.
    hosts = "|".join(re.escape(a + b) for a, b in [("python", "hosted.org"), ("pypi", ".org"), ("npmjs", ".org")])
    host = re.compile(hosts)
    place = re.compile(r"(?<![\w.~-])/(?:work|farm|root|home/[a-z]+|Users/[A-Za-z]+)/[A-Za-z.]")
    found = []
    for path in repository_files():
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{path.relative_to(ROOT)}: {hit[0]}" for pattern in (host, place) for hit in pattern.finditer(text)]
    assert found == []


def test_constraints_are_plain_exact_versions() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    expected = [line for line in lines if line and not line.startswith("#")]
    assert expected
    assert [line for line in expected if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_every_make_target_is_documented() -> None:
    targets = re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {"demo", "test"} <= set(targets)
    readme = (ROOT / "README.md").read_text("utf-8")
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert all(f"make {target}" in readme for target in ("demo", "test"))
    assert [t for t in targets if t != "help" and f"`make {t}`" not in contributing] == []
    assert "make test" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_links_between_manual_pages_resolve() -> None:
    folders = {ROOT, ROOT / "docs", ROOT / "editors", ROOT / "vscode-extension"}
    pages = [path for path in repository_files() if path.suffix == ".md" and path.parent in folders]
    fence = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
    texts = [(page, fence.sub("", page.read_text("utf-8"))) for page in pages]
    links = [(page, link) for page, text in texts for link in re.findall(r"\]\(([^)#\s]+)", text)]
    ours = [(page, link) for page, link in links if "://" not in link]
    assert ours
    assert [f"{page.name}: {link}" for page, link in ours if not (page.parent / link).exists()] == []


def test_the_grammar_for_colours_includes_only_rules_it_has() -> None:
    extension = ROOT / "vscode-extension"
    package = json.loads((extension / "package.json").read_text("utf-8"))
    assert package["version"] == __version__
    for entry in package["contributes"]["grammars"]:
        text = (extension / entry["path"]).read_text("utf-8")
        grammar = json.loads(text)
        assert grammar["scopeName"] == entry["scopeName"]
        assert set(re.findall(r'"include": "#([^"]+)"', text)) == set(grammar.get("repository", {}))
