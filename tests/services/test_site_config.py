"""The config: three forms of a site, and a problem with its span for every error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.errors import RefraktError
from refrakt.project.config import ProjectConfig, parse_config
from refrakt.project.site import SiteContext, UnresolvedSite, find_project
from refrakt.rules.problem import Problem
from refrakt.services.context import Context

MARKETING = "@refrakt-md/marketing"


def config(data: Any) -> ProjectConfig:
    text = data if isinstance(data, str) else json.dumps(data, indent=2)
    return parse_config(text, Path("/project/refrakt.config.json"))


def marked(problem: Problem, text: str) -> str:
    """What a problem points at, where that is on one line."""
    return text[slice(*problem.span.bounds)]


def project(folder: Path, data: Any, **files: str) -> Path:
    text = data if isinstance(data, str) else json.dumps(data, indent=2)
    (folder / "refrakt.config.json").write_text(text, "utf-8")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return folder


def site(folder: Path, name: str | None = None) -> SiteContext:
    found = find_project(folder).site(name)
    assert isinstance(found, SiteContext), found
    return found


def codes(found: SiteContext | ProjectConfig) -> list[str]:
    return [each.code for each in found.problems if each.severity in ("error", "warning")]


@pytest.mark.parametrize(
    "data",
    [
        {"contentDir": "content", "plugins": [MARKETING]},
        {"site": {"contentDir": "./content", "plugins": [MARKETING]}},
        {"sites": {"main": {"contentDir": "content", "plugins": [MARKETING]}}},
        {"plugins": [MARKETING], "site": {"contentDir": "content"}},
        {"site": {"contentDir": "content", "packages": [MARKETING]}},
    ],
    ids=["flat", "singular", "plural", "shared", "legacy"],
)
def test_three_ways_to_write_one_site(data: dict[str, Any]) -> None:
    found = config(data)
    assert codes(found) == []
    assert list(found.sites) == ["main"]
    main = found.sites["main"]
    assert main.content_dir == Path("/project/content")
    assert [each.name for each in main.plugins or ()] == [MARKETING]


def test_a_sites_own_plugins_come_before_the_projects() -> None:
    found = config({"plugins": ["a", "b"], "packages": ["c"], "site": {"plugins": ["d", "b"], "packages": ["e"]}})
    assert [each.name for each in found.sites["main"].plugins or ()] == ["d", "b", "e", "a", "c"]


def test_old_spellings_are_hints() -> None:
    found = config({"contentDir": "content", "packages": []})
    assert {(each.code, each.severity) for each in found.problems} == {("config-deprecated", "hint")}


def test_a_project_that_only_plans_has_no_site() -> None:
    found = config({"plan": {"dir": "plan"}, "plugins": ["@refrakt-md/plan"]})
    assert (dict(found.sites), codes(found)) == ({}, [])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"site": {}, "sites": {"a": {}}}', '"site"'),
        ('{"sites": {}}', "{}"),
        ('{"sites": {"a": 3}}', "3"),
        ('{"site": []}', "[]"),
        ("[1]", "[1]"),
        ('{"site": {"contentDir": 7}}', "7"),
        ('{"site": {"plugins": "x"}}', '"x"'),
        ('{"site": {"plugins": [1]}}', "1"),
        ('{"site": {"runes": {"prefer": 1}}}', "1"),
        ('{"site": {"runes": {"aliases": {"a": 2}}}}', "2"),
        ('{"authoring": {"rules": {"unknown-rune": "loud"}}}', '"loud"'),
        ('{"authoring": {"rules": {"unknown-runne": "off"}}}', '"unknown-runne"'),
    ],
)
def test_an_invalid_shape_is_a_problem_with_its_span(text: str, place: str) -> None:
    (problem,) = config(text).problems
    assert (problem.code, marked(problem, text)) == ("config-shape", place)


def test_broken_json_is_one_problem_and_what_was_read_counts() -> None:
    found = config('{"sites": {"main": {"contentDir": "a"}},\n "x": }')
    (problem,) = found.problems
    assert (problem.code, problem.severity, found.position(problem)) == ("config-syntax", "error", (2, 7))
    assert (list(found.sites), found.readable) == (["main"], False)


def test_rules_of_the_project_and_of_the_site() -> None:
    found = config(
        {
            "authoring": {"rules": {"unknown-rune": "warning", "unclosed-tag": False}},
            "sites": {"a": {"authoring": {"rules": {"unknown-rune": "hint"}}}, "b": {}},
        }
    )
    assert found.sites["a"].rules == {"unknown-rune": "hint", "unclosed-tag": "off"}
    assert found.sites["b"].rules == {"unknown-rune": "warning", "unclosed-tag": "off"}


# Choosing a site ------------------------------------------------------------------------------------------------------


def test_choosing_a_site(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"main": {"contentDir": "main"}, "blog": {"contentDir": "main/blog"}}})
    found = find_project(tmp_path / "main")
    assert found.root == tmp_path.resolve()
    none = found.site()
    assert isinstance(none, UnresolvedSite)
    assert none == UnresolvedSite(None, ("main", "blog"))
    assert found.site("mian") == UnresolvedSite("mian", ("main", "blog"))
    with pytest.raises(RefraktError, match='2 sites: "main", "blog"'):
        Context.at(tmp_path).site()
    with pytest.raises(RefraktError, match=r"'mian'.*'main'"):
        Context.at(tmp_path).site("mian")
    assert site(tmp_path, "blog").content_dir == found.root / "main/blog"
    by_path = found.site(path=found.root / "main/blog/a.md")
    assert isinstance(by_path, SiteContext)
    assert by_path.name == "blog"


def test_a_broken_config_is_reported_with_its_location(tmp_path: Path) -> None:
    project(tmp_path, '{"sites": {')
    assert isinstance(find_project(tmp_path).site("main"), UnresolvedSite)
    with pytest.raises(RefraktError, match=r"refrakt\.config\.json:1:12: a key in double quotes is missing"):
        Context.at(tmp_path).site("main")
    assert codes(site(tmp_path)) == ["config-syntax"]


def test_without_a_config_every_rune_may_be_used(tmp_path: Path) -> None:
    found = site(tmp_path)
    assert {"hint", "hero", "recipe", "track"} <= set(found.vocabulary.names)
    assert found.options.fences == "escaped"
    assert found.surroundings.partials is None


def test_plain_markdoc_has_markdocs_tags_alone(tmp_path: Path) -> None:
    (tmp_path / "markdoc.config.json").write_text("[]")
    found = site(tmp_path)
    assert set(found.vocabulary.names) == {"if", "else", "partial", "slot", "table"}
    assert (found.vocabulary.refrakt, found.options.fences) == (False, "escaped")


def test_partials_and_other_roots(tmp_path: Path) -> None:
    project(
        tmp_path,
        {"site": {"contentDir": "content"}, "fileRoots": {"shared": "./shared"}},
        **{
            "content/_partials/a.md": "",
            "content/_partials/deep/b.md": "",
            "shared/legal/c.md": "",
            "shared/d.txt": "",
        },
    )
    assert site(tmp_path).surroundings.partials == {"a.md", "deep/b.md", "shared:legal/c.md"}


# Packages -------------------------------------------------------------------------------------------------------------


def catalogue(name: str, *runes: str) -> str:
    entries = [{"name": rune, "about": f"What {rune} does"} for rune in runes]
    return json.dumps({"version": 1, "package": {"name": name, "short": Path(name).name}, "runes": entries})


def test_a_site_has_core_and_the_packages_it_names(tmp_path: Path) -> None:
    project(tmp_path, {"site": {"plugins": [MARKETING]}})
    found = site(tmp_path)
    assert {"hint", "hero"} <= set(found.vocabulary.names)
    assert "recipe" not in found.vocabulary.names
    assert codes(found) == []


def test_an_unknown_package_is_one_problem_with_the_command_to_run(tmp_path: Path) -> None:
    project(tmp_path, {"site": {"plugins": ["@acme/runes"]}})
    found = site(tmp_path)
    (problem,) = found.problems
    assert marked(problem, (tmp_path / "refrakt.config.json").read_text()) == '"@acme/runes"'
    assert problem.code == "unknown-package"
    assert "refrakt catalogue export @acme/runes" in (problem.suggestion or "")
    assert found.vocabulary.unknown == ("@acme/runes",)


@pytest.mark.parametrize("where", [".refrakt/catalogues/acme.json", "node_modules/@acme/runes/refrakt.runes.json"])
def test_a_catalogue_makes_a_package_known(tmp_path: Path, where: str) -> None:
    project(tmp_path, {"site": {"plugins": ["@acme/runes"]}}, **{where: catalogue("@acme/runes", "gizmo")})
    found = site(tmp_path)
    assert codes(found) == []
    assert "gizmo" in found.vocabulary.names


def test_the_installed_package_beats_our_definition_of_it(tmp_path: Path) -> None:
    where = f"node_modules/{MARKETING}/refrakt.runes.json"
    project(tmp_path, {"site": {"plugins": [MARKETING]}}, **{where: catalogue(MARKETING, "hero", "banner")})
    names = site(tmp_path).vocabulary.names
    assert "banner" in names
    assert "pricing" not in names


def test_a_broken_catalogue_is_a_problem_and_the_others_work(tmp_path: Path) -> None:
    files = {".refrakt/catalogues/a.json": "{", ".refrakt/catalogues/b.json": catalogue("b", "gizmo")}
    project(tmp_path, {"site": {"plugins": ["b"]}}, **files)
    found = site(tmp_path)
    (problem,) = found.problems
    assert (problem.code, Path(problem.path).name) == ("catalogue-broken", "a.json")
    assert "gizmo" in found.vocabulary.names


def test_an_invalid_package_name_is_never_searched_for(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    (tmp_path / "evil").mkdir()
    (tmp_path / "evil" / "refrakt.runes.json").write_text(catalogue("../../evil", "gizmo"))
    inner.mkdir()
    project(inner, {"site": {"plugins": ["../../evil"]}}, **{"node_modules/x/y": ""})
    assert codes(site(inner)) == ["unknown-package"]


def test_two_packages_with_one_name(tmp_path: Path) -> None:
    files = {f".refrakt/catalogues/{name}.json": catalogue(name, "gizmo") for name in ("a", "b")}
    project(tmp_path, {"site": {"plugins": ["a", "b"]}}, **files)
    found = site(tmp_path)
    (problem,) = found.problems
    text = (tmp_path / "refrakt.config.json").read_text()
    line = text.count("\n", 0, problem.span.start) + 1
    assert (problem.code, line, marked(problem, text)) == ("rune-conflict", 5, '"b"')
    assert found.vocabulary.runes["gizmo"].package == "a"
    project(tmp_path, {"site": {"plugins": ["a", "b"], "runes": {"prefer": {"gizmo": "b"}}}})
    settled = site(tmp_path)
    assert codes(settled) == []
    assert settled.vocabulary.runes["gizmo"].package == "b"


def test_aliases_of_the_site(tmp_path: Path) -> None:
    aliases = {"aside": "hint", "lost": "hnit", "details": "hint"}
    project(tmp_path, {"site": {"runes": {"aliases": aliases, "prefer": {"hint": "nobody"}}}})
    found = site(tmp_path)
    assert found.vocabulary.names["aside"] == "hint"
    assert found.vocabulary.names["details"] == "details"
    assert [each.message for each in found.problems] == [
        "nobody is not a package of this site",
        "no rune is called 'hnit'",
        "'details' is already the name of a rune",
    ]


def test_python_packages_offer_runes_through_an_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from refrakt.project.rune_packages import installed

    (tmp_path / "acme_runes").mkdir()
    (tmp_path / "acme_runes" / "__init__.py").write_text(
        'from refrakt.runes.rune import Package\nPACKAGE = Package("@acme/python", "acme")\n'
    )
    (tmp_path / "acme_runes" / "gizmo.py").write_text(
        'from refrakt.runes.rune import rune\ngizmo = rune("gizmo", "Does something")\n'
    )
    (tmp_path / "acme_rude.py").write_text("raise SystemExit('no')\n")
    info = tmp_path / "acme-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[refrakt.runes]\nacme = acme_runes\nbroken = acme_nowhere\nrude = acme_rude\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    installed.cache_clear()
    try:
        project(tmp_path, {"site": {"plugins": ["@acme/python"]}})
        found = site(tmp_path)
        assert found.vocabulary.runes["gizmo"].package == "@acme/python"
        assert codes(found) == ["package-broken", "package-broken"]
        assert "acme_nowhere" in found.problems[0].message
        assert "SystemExit: no" in found.problems[1].message
    finally:
        installed.cache_clear()
