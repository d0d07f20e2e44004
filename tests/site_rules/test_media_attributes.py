"""Paths of media files in attributes of a plain site's tags: checked if most of them are files in the static folders."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.markdoc.document import parse
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.site_files import kind_and_name
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_spec import specs_of
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import project_at
from refrakt.project.site_rules.site_checker import problems_of
from site_rules.site_checks import check_site, indexed

PACKAGE = '{"name": "site", "dependencies": {"next": "15", "@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}}'
SITE = f"""\
-- package.json --
{PACKAGE}
-- next.config.js --
module.exports = require('@markdoc/next.js')()({{ pageExtensions: ['md', 'js'] }})
"""


def images(names: Iterable[str]) -> str:
    return "".join(f"-- public/img/{each}.png --\n" for each in names)


def figures(names: Iterable[str], attribute: str = "src") -> str:
    return "".join(f'{{% figure {attribute}="/img/{each}.png" /%}}\n' for each in names)


def pages_with_image(names: Iterable[str]) -> str:
    return "".join(f"-- pages/{each}.md --\n---\nimage: /img/{each}.png\n---\n" for each in names)


def test_the_image_of_the_frontmatter_may_be_anywhere() -> None:
    check_site(SITE + pages_with_image("abcdefgh") + images("ab"))


def test_the_image_of_the_frontmatter_is_a_file_if_others_are() -> None:
    check_site(
        SITE
        + pages_with_image("abcdefgh")
        + "-- pages/lost.md --\n---\nimage: /img/lost.png\n"
        + "       ^^^^^^^^^^^^^ warning[missing-asset]: file 'public/img/lost.png' does not exist\n"
        + "redirect: /nowhere\n---\n"
        + images("abcdefgh")
    )


def test_a_missing_file_in_an_attribute() -> None:
    check_site(
        SITE
        + "-- pages/index.md --\n"
        + figures("abcdefgh")
        + '{% figure src="/img/lost.png" alt="/img/other.png" /%}\n'
        + "               ^^^^^^^^^^^^^ warning[missing-asset]: file 'public/img/lost.png' does not exist\n"
        + '{% figure src="/img/A.png?v=2" /%} {% figure src="https://a.test/x.png" /%} {% figure src="//a.test/x.png" /%}\n'
        + "               ^^^^^^^^^^^^^^ warning[missing-asset]: the file name is 'a.png', not 'A.png'\n"
        + '{% figure src="photo" /%} {% figure src="lost.png" /%} {% figure src="/img/report.pdf" /%}\n'
        + images("abcdefgh")
    )


@pytest.mark.parametrize(
    ("there", "missing"),
    [("abcd", "x"), ("abcdef", "xyz")],
    ids=["fewer than five", "fewer than four of five"],
)
def test_too_few_files_say_nothing(there: str, missing: str) -> None:
    check_site(SITE + "-- pages/index.md --\n" + figures(there + missing) + images(there))


def test_each_attribute_is_judged_alone() -> None:
    check_site(
        SITE
        + "-- pages/index.md --\n"
        + figures("abcde")
        + figures("xy", "icon")
        + '{% card src="/img/z.png" /%}\n'
        + images("abcde")
    )


def test_a_file_that_a_page_or_git_may_make_is_not_missing() -> None:
    generated = '{% figure src="/made/x.png" /%} {% figure src="/api/y.png" /%}\n'
    code = "-- .gitignore --\npublic/made/\n-- pages/api/[name].js --\nexport default 1\n"
    check_site(SITE + code + "-- pages/index.md --\n" + figures("abcde") + generated + images("abcde"))


def test_values_of_all_pages_and_partials_count() -> None:
    pages = "".join(f"-- pages/{each}.md --\n{figures(each)}" for each in "abcd")
    check_site(
        SITE
        + pages
        + "-- markdoc/partials/e.md --\n"
        + figures("e")
        + "-- pages/index.md --\n"
        + '{% partial file="e.md" /%}\n{% figure src="/img/lost.png" /%}\n'
        + "               ^^^^^^^^^^^^^ warning[missing-asset]\n"
        + images("abcde")
    )


NAMES = "abcdefg"
pages = st.dictionaries(st.sampled_from("xyz"), st.lists(st.sampled_from(NAMES), max_size=7), max_size=3)
files = st.sets(st.sampled_from(NAMES))
steps = st.lists(st.tuples(pages, files, st.booleans()), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site").resolve()
    (root / "package.json").write_text(PACKAGE)
    (root / "next.config.js").write_text("module.exports = require('@markdoc/next.js')()({ pageExtensions: ['md'] })\n")
    (root / "pages").mkdir()
    (root / "public/img").mkdir(parents=True)
    (root / "public/robots.txt").touch()  # the folder is known from the start
    return root


@given(steps)
@settings(deadline=None, max_examples=60)
def test_incremental_equals_full(home: Path, steps: list[tuple[dict[str, list[str]], set[str], bool]]) -> None:
    _write(home, {}, set())
    index = indexed(specs_of(project_at(home))[0])
    for written, made, at_once in steps:
        changed = _write(home, written, made)
        for path in changed:
            if path.suffix == ".md":
                _put(index, path)
            elif not at_once:
                index.asset_changed(str(path))
        if at_once:
            index.assets_changed()
        full = indexed(specs_of(project_at(home))[0])
        assert {each: index.problems(each) for each in index.entries} == {
            each: full.problems(each) for each in full.entries
        }
        assert not index.stale


def _write(home: Path, written: dict[str, list[str]], made: set[str]) -> list[Path]:
    """Make the files of a site these; returns those that have changed."""
    texts = {home / f"pages/{page}.md": figures(written.get(page, ())) for page in "xyz"}
    changed = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    for path in changed:
        path.write_text(texts[path])
    for name in NAMES:
        path = home / f"public/img/{name}.png"
        if path.exists() != (name in made):
            changed.append(path)
            if name in made:
                path.touch()
            else:
                path.unlink()
    return changed


def _put(index: SiteIndex, path: Path) -> None:
    spec = index.spec
    placed = kind_and_name(spec, path)
    assert placed is not None
    facts = facts_of(parse(path.read_text(), spec.options), spec.context.vocabulary)
    index.put(index_file(spec, path.relative_to(spec.root).as_posix(), *placed, facts))


def test_problems_are_found_by_the_index_of_the_rules(home: Path) -> None:
    """The property above is about problems that exist."""
    _write(home, {"x": list("abcdef")}, {*"abcde"})
    index = indexed(specs_of(project_at(home))[0])
    assert index.check is problems_of
    assert [each.code for each in index.problems("pages/x.md")] == ["missing-asset"]
