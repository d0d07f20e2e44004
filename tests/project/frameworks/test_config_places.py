"""Sites whose framework config imports a plugin for Markdoc, wherever their dependencies are."""

from __future__ import annotations

from pathlib import Path

from project.frameworks.site_folder import NEXT, only_site, package, write
from refrakt.project.frameworks.recognition import recognise

DEPENDENCIES = package("next", "nx", "@markdoc/markdoc", "@markdoc/next.js")
CONFIG = (
    "import withMarkdoc from '@markdoc/next.js'\n"
    "export default withMarkdoc({ schemaPath: './schema' })({ pageExtensions: ['md', 'tsx'] })\n"
)
SITE = {
    "manual/next.config.mjs": CONFIG,
    "manual/schema/tags.js": "export const box = {}\n",
    "manual/app/page.md": "# Start\n",
}


def test_a_site_with_the_dependencies_of_the_repository(tmp_path: Path) -> None:
    site = only_site(tmp_path, {"package.json": DEPENDENCIES, "README.md": "# All\n", **SITE})
    assert site.folder == tmp_path / "manual"
    assert site.name == "manual"
    assert site.evidence == ("`manual/next.config.mjs` imports `@markdoc/next.js`", "`manual/next.config.mjs`")
    assert site.schema is not None
    assert list(site.schema.tags) == ["box"]
    assert site.routes.url_of("app/page.md") == "/"


def test_a_site_without_any_package(tmp_path: Path) -> None:
    site = only_site(tmp_path, {name.removeprefix("manual/"): text for name, text in SITE.items()})
    assert site.routes.url_of("app/page.md") == "/"


def test_several_sites_beside_a_package_with_its_own(tmp_path: Path) -> None:
    other = {name.replace("manual", "help"): text for name, text in SITE.items()}
    sites = recognise(write(tmp_path, {**NEXT, "pages/index.md": "# Top\n", **SITE, **other}))
    assert [site.folder.relative_to(tmp_path).as_posix() for site in sites] == [".", "help", "manual"]


def test_a_config_that_does_not_import_a_plugin_is_no_site(tmp_path: Path) -> None:
    plain = {"manual/next.config.mjs": "import withOther from '@other/next.js'\nexport default withOther({})\n"}
    assert recognise(write(tmp_path, {**SITE, **plain})) == ()


def test_the_folder_of_the_schema_may_count_from_above(tmp_path: Path) -> None:
    config = {"manual/next.config.mjs": CONFIG.replace("./schema", "manual/schema")}
    partial = {"manual/schema/partials/menu.md": "# Menu\n"}
    site = only_site(tmp_path, {"package.json": DEPENDENCIES, **SITE, **config, **partial})
    assert site.schema is not None
    assert list(site.schema.tags) == ["box"]
    assert site.partials == {"menu.md": "schema/partials/menu.md"}


def test_a_schema_that_is_not_found_is_not_known(tmp_path: Path) -> None:
    config = {"manual/next.config.mjs": CONFIG.replace("./schema", "./absent")}
    site = only_site(tmp_path, {"package.json": DEPENDENCIES, **SITE, **config})
    assert site.schema is None
    assert site.schema_reason == "the folder `./absent` of the schema was not found"


def test_own_code_has_the_schema_if_the_folder_has_none(tmp_path: Path) -> None:
    config = {"manual/next.config.mjs": CONFIG.replace("./schema", "./markdoc/schema.ts")}
    call = {
        "manual/lib/show.ts": (
            "import Markdoc from '@markdoc/markdoc'\n"
            "export const show = (ast) => Markdoc.transform(ast, { tags: { note: {} } })\n"
        )
    }
    site = only_site(tmp_path, {"package.json": DEPENDENCIES, **SITE, **config, **call})
    assert site.schema is not None
    assert list(site.schema.tags) == ["note"]
