"""Rendering of bad input: the answer has warnings, and no input raises an exception."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import vocabulary
from refrakt.services.context import Context
from refrakt.services.render import Rendering, RenderInput, render

CONFIG = '{"sites": {"main": {"contentDir": "./content", "plugins": [%s]}}, "plan": {"dir": "plan"}}'
PACKAGES = (*BUNDLED[1:], "plan")
RUNES = sorted(vocabulary([*map(bundled, BUNDLED), collect("refrakt_plan.runes")]), key=lambda rune: rune.name)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "content").mkdir()
    (folder / "plan").mkdir()
    plugins = ", ".join(f'"@refrakt-md/{name}"' for name in PACKAGES)
    (folder / "refrakt.config.json").write_text(CONFIG % plugins)
    (folder / "content/index.md").write_text("# Harbour\n")
    return folder


@pytest.fixture(scope="module")
def context(root: Path) -> Context:
    return Context.at(root, paged=False)


def rendered(context: Context, text: str, **more: Any) -> Rendering:
    return render(context, RenderInput(markdown=text, path="content/page.md", **more))


def codes(answer: Rendering) -> set[str]:
    return {warning.code for warning in answer.warnings}


def test_an_unknown_layout(context: Context) -> None:
    answer = rendered(context, "# One", layout="no such\nlayout")
    assert "unknown-layout" in codes(answer)
    assert "One" in answer.html


def test_entities_that_expand_each_other(context: Context, root: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        text = f'{{% character name="{one}" %}}\n{{% expand "{other}" /%}}\n{{% /character %}}\n'
        (root / f"content/{one}.md").write_text(text)
    answer = render(context, RenderInput(path="content/a.md"))
    assert "expand-cycle" in codes(answer)


def test_partials_that_include_each_other(context: Context, root: Path) -> None:
    folder = root / "content/_partials"
    folder.mkdir(exist_ok=True)
    for one, other in (("a", "b"), ("b", "a")):
        (folder / f"{one}.md").write_text(f'One\n\n{{% partial file="{other}.md" /%}}\n')
    answer = rendered(context, '{% partial file="a.md" /%}')
    assert "One" in answer.html
    assert codes(answer) == {"partial-cycle"}


def test_a_partial_that_does_not_exist(context: Context) -> None:
    (warning,) = rendered(context, 'One\n\n{% partial file="none.md" /%}\n').warnings
    assert (warning.code, warning.line) == ("missing-partial", 3)


@pytest.mark.parametrize("rune", ["data", "snippet", "file-ref", "sandbox"])
@pytest.mark.parametrize("path", ["missing.csv", "../outside.csv", "/etc/passwd", "", "\x00", "content", "a" * 5_000])
def test_files_that_cannot_be_read(context: Context, rune: str, path: str) -> None:
    answer = rendered(context, f'{{% {rune} src="{path}" path="{path}" /%}}\n\nAfter.\n')
    assert "After." in answer.html
    assert "root:" not in answer.html


def test_a_data_file_of_100_megabytes(context: Context, root: Path) -> None:
    with (root / "large.csv").open("wb") as file:
        file.truncate(100_000_000)
    answer = rendered(context, '{% data src="large.csv" /%}\n\nAfter.\n')
    (root / "large.csv").unlink()
    assert answer.warnings
    assert "After." in answer.html
    assert len(answer.html) < 10_000


HOSTILE = """
<script>alert(1)</script> <iframe srcdoc="<script>alert(1)</script>"></iframe> <img src=x onerror=alert(1)>

[a](javascript:alert(1)) [b](vbscript:x) [c](data:text/html,x) ![d](javascript:alert(1))

{% card href="javascript:alert(1)" onclick="alert(1)" srcdoc="<b>" style="position:fixed" %}
# <svg onload=alert(1)>
{% /card %}

{% embed url="javascript:alert(1)" /%}

{% sandbox %}<script>parent.alert(1)</script>{% /sandbox %}
"""


def test_hostile_html(context: Context) -> None:
    html = rendered(context, HOSTILE).html.lower()
    for unsafe in (
        "<script>alert",
        "<iframe srcdoc",
        "<img src=x",
        'href="javascript',
        'src="javascript',
        'href="vbscript',
        "<svg",
    ):
        assert unsafe not in html, unsafe
    for name in ("onclick", "onerror", "onload", "srcdoc"):
        assert f' {name}="' not in html, name


DEEP = {
    "quotes": "> " * 10_000 + "x",
    "lists": "".join(f"{'  ' * depth}- x\n" for depth in range(300)),
    "lists on one line": "- " * 10_000 + "x",
    "emphasis": "*" * 10_000 + "x" + "*" * 10_000,
    "links": "[" * 10_000 + "x" + "](a)" * 10_000,
    "tags": "{% hint %}\n" * 10_000 + "x\n" + "{% /hint %}\n" * 10_000,
    "tags that are not closed": "{% card %}\n" * 10_000,
    "grids": "{% grid %}\n" * 1_000 + "x\n" + "{% /grid %}\n" * 1_000,
    "values": "{% hint type=" + "[" * 10_000 + "]" * 10_000 + " /%}",
    "tables": "{% table %}\n" * 1_000,
}


SHOWN = {"links", "values", "tables"}
"""What is shown as text, or ends without content."""


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting(context: Context, name: str) -> None:
    answer = rendered(context, DEEP[name])
    assert answer.html
    if name not in SHOWN:
        assert "too-deep" in codes(answer)


# Any values for any rune ------------------------------------------------------------------------------------------------

VALUES = st.sampled_from(
    [
        "true", "false", "null", "0", "-1", "1e9", "3.5", '""', '" "', '"a b"', '"../x"', '"#ff0"', '"1/3"', '"a:b,c:d"', '"💧"',
        "[]", "[1, [2]]", '["a", null]', "{}", '{a: {b: [1]}}', "$page", "$missing.deep", "humanize($page.url)", '"javascript:x"',
        '"99999999999999999999"', '"2024-02-31"', '"NaN"', '"{"', r'"\\"',
    ]
)  # fmt: skip
BODIES = st.sampled_from(
    [
        "",
        "text\n",
        "# H\n\ntext\n\n## H2\n\n- a: b\n- **c** d\n",
        "- a\n  - b\n\n1. c\n2. d\n",
        "---\n\n---\n\n---\n",
        "```js\nx\n```\n\n![i](a.png)\n\n> q\n",
        "| a | b |\n|---|---|\n| 1 |\n",
        "{% card %}\n---\n{% /card %}\n\n{% hint type=1 %}x{% /hint %}\n",
        "<b>x</b> {% $missing %} {% nothing /%}\n",
        "[x](javascript:y)\n\n-\n-\n",
        "{% else /%}\n",
    ]
)


@st.composite
def tags(draw: st.DrawFn, rune: Rune) -> str:
    names = [*(each.name for each in rune.attributes), "id", "class", "tint", "bg", "width", "nothing"]
    chosen = draw(st.lists(st.sampled_from(names), max_size=4, unique=True))
    written = "".join(f" {name}={draw(VALUES)}" for name in chosen)
    primary = f" {draw(VALUES)}" if draw(st.booleans()) else ""
    body = draw(BODIES)
    return f"{{% {rune.name}{primary}{written} %}}\n{body}{{% /{rune.name} %}}\n\n{{% {rune.name}{written} /%}}\n"


@pytest.mark.parametrize("rune", RUNES, ids=lambda rune: rune.name)
def test_any_values_of_attributes(context: Context, rune: Rune) -> None:
    @settings(max_examples=12)
    @given(tags(rune))
    def check(text: str) -> None:
        for path in ("content/page.md", None):
            answer = render(context, RenderInput(markdown=text, path=path, layout="docs", detail="full"))
            assert isinstance(answer.html, str)

    check()
