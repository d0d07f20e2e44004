"""Completions at a position, their order, and the page after one is inserted."""

from __future__ import annotations

from pathlib import Path

import pytest

from refrakt.project.rune_packages import all_builtin
from refrakt.project.site import SiteContext
from refrakt.runes.builtin_tags import EXTRA, MARKDOC
from refrakt.runes.packages import bundled
from refrakt.runes.rune import Attribute, Package, rune
from refrakt.runes.universal_attributes import SPLIT_LAYOUT, UNIVERSAL
from refrakt.runes.vocabulary import vocabulary
from refrakt.services.reference import ReferenceInput, selected_runes
from rules.checking import codes

from .checking import applied, check_completion, completions_at, plain_markdoc, read

# Runes ----------------------------------------------------------------------------------------------------------------


def _named(site: SiteContext) -> set[str]:
    return {each.label for each in completions_at("{% $0", site) if each.kind == "rune"}


@pytest.mark.parametrize("packages", [(), ("marketing", "docs"), None])
def test_rune_names_are_those_of_the_reference_and_markdocs_own(packages: tuple[str, ...] | None) -> None:
    found = all_builtin() if packages is None else [bundled(short) for short in packages]
    site = SiteContext(None, Path("/"), None, vocabulary(found))
    listed = {name for rune in selected_runes(site, ReferenceInput()) for name in (rune.name, *rune.aliases)}
    assert _named(site) == listed | {*MARKDOC.runes, *EXTRA.runes}


def test_plain_markdoc_completes_its_own_tags() -> None:
    assert _named(plain_markdoc()) == set(MARKDOC.runes)


def test_internal_runes_are_not_completed() -> None:
    check_completion("{% tabs %}\n{% $0\n{% /tabs %}\n", without=["tab", "accordion-item", "form-field"])


def test_an_unfinished_tag_on_a_line_of_its_own_becomes_the_whole_rune() -> None:
    check_completion(
        """
        Before.

        {% hin$0

        After.
        """,
        offers=["hint"],
        becomes="""
        Before.

        {% hint %}
        Text
        {% /hint %}

        After.
        """,
    )


@pytest.mark.parametrize(
    ("fixture", "becomes"),
    [
        ("{%$0", "{% hint %}\nText\n{% /hint %}"),
        ("{% $0", "{% hint %}\nText\n{% /hint %}"),
        ("{%$0}", "{% hint %}\nText\n{% /hint %}"),
        ("{% hin$0}", "{% hint %}\nText\n{% /hint %}"),
        ("{% hin$0 %", "{% hint %}\nText\n{% /hint %}"),
        ("{% hin$0 %}", "{% hint %}\nText\n{% /hint %}"),
        ("{% hin$0 %}\n\nAfter\n", "{% hint %}\nText\n{% /hint %}\n\nAfter\n"),
        ("{% hin$0 %}\nText\n", "{% hint %}\nText\n"),
        ("{% hin$0\n%}\n", "{% hint\n%}\n"),
        ("{% hin$0 %}\r\nText\r\n", "{% hint %}\r\nText\r\n"),
        ("> {% hin$0 %}\n> Text\n", "> {% hint %}\n> Text\n"),
        ("{% hi$0 %}\n\nText\n\n{% /hint %}\n", "{% hint %}\n\nText\n\n{% /hint %}\n"),
        ("{% hin$0 %}\n{% /hint %}\n", "{% hint %}\n{% /hint %}\n"),
        ("{% grid %}\n{% hin$0 %}\n{% /grid %}\n", "{% grid %}\n{% hint %}\nText\n{% /hint %}\n{% /grid %}\n"),
        ("{% hi$0nt %}\n\nText\n\n{% /hint %}\n", "{% hint %}\n\nText\n\n{% /hint %}\n"),
        ("So {% hin$0 %} it is", "So {% hint %}text{% /hint %} it is"),
        ("{% h$0int %}\nText\n{% /hint %}", "{% hint %}\nText\n{% /hint %}"),
        ("{%$0%}", "{% hint %}\nText\n{% /hint %}"),
        ("{% $0 %}", "{% hint %}\nText\n{% /hint %}"),
        ('{% hin$0 type="note"', '{% hint type="note"'),
        ("{% hin$0\n\nText\n\n{% /hint %}\n", "{% hint %}\n\nText\n\n{% /hint %}\n"),
        ("{% hint %}\n{% hin$0\n\n{% /hint %}\n{% /hint %}\n", "{% hint %}\n{% hint %}\n\n{% /hint %}\n{% /hint %}\n"),
        (
            "{% hint %}\n{% hin$0\n\n{% /hint %}\n",
            "{% hint %}\n{% hint %}\nText\n{% /hint %}\n\n{% /hint %}\n",
        ),
        ("- {% hin$0\n- b\n", "- {% hint %}\n  Text\n  {% /hint %}\n- b\n"),
        ("  - a\n    {% hin$0\n", "  - a\n    {% hint %}\n    Text\n    {% /hint %}\n"),
        ("  10. {% hin$0\n", "  10. {% hint %}\n      Text\n      {% /hint %}\n"),
        ("> {% hin$0\n> b\n", "> {% hint %}\n> Text\n> {% /hint %}\n> b\n"),
        ("> - {% hin$0\n", "> - {% hint %}\n>   Text\n>   {% /hint %}\n"),
        ("\t{% hin$0\n", "\t{% hint %}\n\tText\n\t{% /hint %}\n"),
        ("a\r\n\r\n{% hin$0\r\n\r\nb\r\n", "a\r\n\r\n{% hint %}\nText\n{% /hint %}\r\n\r\nb\r\n"),
        ("So {% hin$0 it is", "So {% hint %}text{% /hint %} it is"),
        ("# A {% hin$0", "# A {% hint %}text{% /hint %}"),
        ("| a |\n|---|\n| {% hin$0 |\n", "| a |\n|---|\n| {% hint %}text{% /hint %} |\n"),
        ("😀 {% hin$0 👩‍👩‍👧", "😀 {% hint %}text{% /hint %} 👩‍👩‍👧"),
        ("{% a\n\n{% hin$0\n\n{% b %}", "{% a\n\n{% hint %}\nText\n{% /hint %}\n\n{% b %}"),
    ],
)
def test_only_the_missing_part_of_a_rune_is_inserted(fixture: str, becomes: str) -> None:
    text, _ = read(fixture)
    (offer,) = [each for each in completions_at(fixture) if each.label == "hint"]
    assert applied(text, offer) == becomes
    assert applied(text, offer, as_snippet=False) == becomes


@pytest.mark.parametrize(
    ("fixture", "becomes"),
    [
        ("{% ico$0", '{% icon name="name" /%}'),
        ("{% ico$0 %}", '{% icon name="name" /%}'),
        ("{% ico$0 %}\nText", "{% icon /%}\nText"),
        ("{% ico$0 /%}", "{% icon /%}"),
        ('{% ico$0 name="x"%}', '{% icon name="x" /%}'),
    ],
)
def test_a_rune_without_body_ends_in_a_slash(fixture: str, becomes: str) -> None:
    check_completion(fixture, offers=["icon"], becomes=becomes)


def test_an_alias_closes_under_its_own_name() -> None:
    check_completion("{% callou$0", offers=["callout"], becomes="{% callout %}\nText\n{% /callout %}")


def test_required_attributes_are_in_the_snippet() -> None:
    check_completion("{% pricing %}\n{% tie$0\n{% /pricing %}", first="tier")
    (tier,) = [each for each in completions_at("{% tier$0") if each.label == "tier"]
    assert 'name="${1:name}"' in tier.insert_text


@pytest.mark.parametrize(
    ("fixture", "first"),
    [
        ("{% pricing %}\n{% $0\n{% /pricing %}", "tier"),
        ("{% steps %}\n{% $0\n{% /steps %}", "step"),
        ("{% if $a %}\n{% $0\n{% /if %}", "else"),
        ("{% bg %}\n{% $0\n{% /bg %}", "bg"),
        ("Some {% $0", "badge"),
    ],
)
def test_child_runes_come_first(fixture: str, first: str) -> None:
    labels = [each.label for each in completions_at(fixture) if each.kind == "rune"]
    assert labels[0] == first


def test_runes_that_are_not_allowed_come_last() -> None:
    labels = [each.label for each in completions_at("{% $0") if each.kind == "rune"]
    fitting = max(labels.index(name) for name in ("hint", "tabs", "callout", "if", "partial"))
    assert fitting < min(labels.index(name) for name in ("tier", "else", "bento-cell", "badge"))


def test_a_content_model_without_runes_ranks_runes_last() -> None:
    within = [each for each in completions_at("{% conversation %}\n{% $0\n{% /conversation %}") if each.label == "hint"]
    free = [each for each in completions_at("{% $0") if each.label == "hint"]
    assert within[0].sort_text > free[0].sort_text


def test_a_content_model_may_accept_one_rune() -> None:
    labels = [each.label for each in completions_at("{% bg %}\n{% $0\n{% /bg %}") if each.kind == "rune"]
    assert labels.index("sandbox") < labels.index("hint")


@pytest.mark.parametrize(
    "fixture",
    ["- {% $0[Home](/)", "{% $0**bold** words", "- {% $0`code`", "{% bento %}\n## Tile {% $0\n{% /bento %}"],
)
def test_inline_runes_come_first_in_a_line_of_text(fixture: str) -> None:
    check_completion(fixture, first="badge")
    labels = [each.label for each in completions_at(fixture) if each.kind == "rune"]
    assert labels.index("xref") < labels.index("hint")
    if "bento-cell" in labels:
        assert labels.index("xref") < labels.index("bento-cell")


def test_documentation_is_computed_lazily() -> None:
    (hint,) = [each for each in completions_at("{% hin$0") if each.label == "hint"]
    assert hint.documentation is not None
    assert "**hint** (core): " in hint.documentation()


# Closing tags ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixture", "offers", "becomes"),
    [
        ("{% hint %}\nText\n{% /$0", ["/hint"], "{% hint %}\nText\n{% /hint %}"),
        ("{% hint %}\nText\n{% /$0 %}", ["/hint"], "{% hint %}\nText\n{% /hint %}"),
        ("{% hint %}\nText\n{% /h$0}", ["/hint"], "{% hint %}\nText\n{% /hint %}"),
        ("{% hint %}text{% /$0", ["/hint"], "{% hint %}text{% /hint %}"),
        ("{% grid %}\n{% hint %}\n{% /$0", ["/hint", "/grid"], "{% grid %}\n{% hint %}\n{% /hint %}"),
        (
            "{% grid %}\n{% hint %}\n{% /$0\n\n{% /grid %}\n",
            ["/hint", "/grid"],
            "{% grid %}\n{% hint %}\n{% /hint %}\n\n{% /grid %}\n",
        ),
        ("{% grid %}\n{% hint %}\na\n{% /hint %}\n{% /$0", ["/grid"], None),
        ("- {% hint %}\n  a\n  {% /$0\n", ["/hint"], "- {% hint %}\n  a\n  {% /hint %}\n"),
        ("> {% hint %}\n> a\n> {% /$0\n", ["/hint"], "> {% hint %}\n> a\n> {% /hint %}\n"),
        ("{% icon /%}\n\n{% /$0", [], None),
        ("Text\n\n{% /$0", [], None),
    ],
)
def test_closing_tags_of_open_tags(fixture: str, offers: list[str], becomes: str | None) -> None:
    check_completion(fixture, offers=offers, becomes=becomes)


def test_after_a_bare_opening_unclosed_tags_come_first() -> None:
    check_completion("{% hint %}\nText\n{%$0", first="/hint", becomes="{% hint %}\nText\n{% /hint %}")
    check_completion("{% hint %}\nText\n{% $0", first="/hint", becomes="{% hint %}\nText\n{% /hint %}")
    check_completion("{% grid %}\n{% hint %}\nText\n{% $0\n\n{% /grid %}", first="/hint")


def test_tags_that_are_closed_below_come_last() -> None:
    labels = [each.label for each in completions_at("{% hint %}\nText\n{% $0\n\n{% /hint %}")]
    assert labels.index("/hint") > labels.index("accordion")


def test_a_stray_closing_tag_hides_no_completion() -> None:
    labels = [each.label for each in completions_at("{% hint %}\nText\n{% $0\n\n{% /grid %}\n\n{% /hint %}")]
    assert labels.index("/hint") > labels.index("accordion")


# Attributes -----------------------------------------------------------------------------------------------------------


def test_own_attributes_come_before_shared_and_universal_ones() -> None:
    labels = [each.label for each in completions_at("{% hero $0 %}")]
    preset = [each.name for each in SPLIT_LAYOUT.attributes]
    universal = [each.name for each in UNIVERSAL]
    assert labels == ["align", "content-place", "height", "aspect", *preset, *universal, "justify"]
    assert [each.label for each in completions_at("{% hero $0 %}") if each.deprecated] == ["justify"]


def test_required_attributes_come_first() -> None:
    check_completion("{% form $0 %}", first="action")
    check_completion('{% form action="/x" $0 %}', first="method", without=["action"])


@pytest.mark.parametrize(
    ("fixture", "offers", "becomes"),
    [
        ("{% hint ty$0", ["type"], '{% hint type="caution"'),
        ("{% hint ty$0 %}", ["type"], '{% hint type="caution" %}'),
        ('{% hint ty$0pe="note" %}', ["type"], '{% hint type="note" %}'),
        ("{% hint dropc$0 %}", ["dropcap"], "{% hint dropcap=true %}"),
        ("{% grid column$0 %}", ["columns"], "{% grid columns=1 %}"),
        ("{% grid rat$0 %}", ["ratio"], '{% grid ratio="ratio" %}'),
        ("{% partial vari$0 /%}", ["variables"], "{% partial variables={} /%}"),
        ("> {% hint\n>   ty$0\n> %}\n", ["type"], '> {% hint\n>   type="caution"\n> %}\n'),
        ("{% hint\r\n  ty$0\r\n%}", ["type"], '{% hint\r\n  type="caution"\r\n%}'),
        ("| {% badge sent$0 | b |\n|---|---|\n", ["sentiment"], None),
        ("{% hnit ty$0 %}", [], None),
    ],
)
def test_an_attribute_comes_with_a_value_to_fill_in(fixture: str, offers: list[str], becomes: str | None) -> None:
    check_completion(fixture, offers=offers, becomes=becomes)


def test_a_space_is_kept_before_the_next_attribute() -> None:
    check_completion('{% hint $0tint="a" %}', first="type", becomes='{% hint type="caution" tint="a" %}')


def test_set_attributes_are_not_completed_again() -> None:
    check_completion('{% hint type="note" $0 %}', without=["type"])
    check_completion('{% hint $0 type="note" %}', without=["type"])


# Values ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixture", "first", "becomes"),
    [
        ("{% hint type=$0 %}", "caution", '{% hint type="caution" %}'),
        ("{% hint type=no$0 %}", "note", '{% hint type="note" %}'),
        ('{% hint type="$0" %}', "caution", '{% hint type="caution" %}'),
        ('{% hint type="no$0" %}', "note", '{% hint type="note" %}'),
        ('{% hint type="n$0ote" %}', "note", '{% hint type="note" %}'),
        ('{% hint type="no$0', "note", '{% hint type="note"'),
        ('{% hint type="no$0 %}\n\nA "word".', "note", '{% hint type="note" %}\n\nA "word".'),
        ("{% hint type='no$0' %}", "note", '{% hint type="note" %}'),
        ("{% hint type='no$0 %}", "note", '{% hint type="note" %}'),
        ('{% hint type=$0"note" %}', "caution", '{% hint type="caution" %}'),
        ('{% hint type="$0"\n   tint="x" %}', "caution", '{% hint type="caution"\n   tint="x" %}'),
        ("{% hint dropcap=$0 %}", "true", "{% hint dropcap=true %}"),
        ('{% hint dropcap="fa$0" %}', "false", "{% hint dropcap=false %}"),
        ('{% hint width="na$0" %}', "narrow", '{% hint width="narrow" %}'),
        ("{% hero collapse=$0 %}", "sm", '{% hero collapse="sm" %}'),
        ("{% grid mode=$0 %}", "columns", '{% grid mode="columns" %}'),
        ('{% grid flow="row$0" %}', "row", '{% grid flow="row" %}'),
        ('{% collection layout="$0" /%}', "list", '{% collection layout="list" /%}'),
        ('{% partial file="foo$0" /%}', "footer.md", '{% partial file="footer.md" /%}'),
        ("{% partial file=$0 /%}", "docs:setup.md", '{% partial file="docs:setup.md" /%}'),
        ('{% partial file="legal/te$0" /%}', "legal/terms of use.md", '{% partial file="legal/terms of use.md" /%}'),
        ('a\r\n{% badge type="sta$0" %}x{% /badge %}', "status", 'a\r\n{% badge type="status" %}x{% /badge %}'),
        ('| {% badge type="sta$0" /%} |\n|---|\n', "status", '| {% badge type="status" /%} |\n|---|\n'),
    ],
)
def test_a_value_is_quoted_as_the_context_requires(fixture: str, first: str, becomes: str) -> None:
    check_completion(fixture, first=first, becomes=becomes)


def test_values_of_one_attribute_only() -> None:
    labels = {each.label for each in completions_at('{% hint type="$0" %}')}
    assert labels == {"caution", "check", "note", "warning"}
    assert completions_at('{% hint tint="$0" %}') == []
    assert completions_at('{% hint type=default($a, "$0") %}') == []


def test_the_default_comes_first() -> None:
    (first, *_) = completions_at('{% grid mode="$0" %}')
    assert (first.label, first.detail) == ("columns", "default")


@pytest.mark.parametrize(
    "fixture",
    [
        "{% $0",
        "{% hint $0",
        '{% hint type="$0',
        "{% hint width=$0",
        "{% $$0",
        "{% if $0",
        "{% hint %}\n{% /$0",
        "---\n$0\n---\n",
        '{% partial file="$0',
    ],
)
def test_every_row_says_more_than_its_name(fixture: str) -> None:
    offers = completions_at(fixture)
    assert offers
    assert [each.label for each in offers if not each.detail] == []


def _garden() -> SiteContext:
    """A site with attributes of every type."""
    plant = rune(
        "plant",
        "A plant",
        attributes=[
            Attribute("beds", type="Array", values=("north", "south")),
            Attribute("rows", type="Number", values=(1, 2, 3), default=2),
            Attribute("tags", type="SpaceSeparatedList", values=("herb", "shrub", "tree")),
            Attribute("kind", values=('say "so"', "plain"), default="plain"),
            Attribute("height", type=("Number", "Boolean")),
        ],
    )
    return SiteContext(None, Path("/"), None, vocabulary([Package("garden", "garden", runes={"plant": plant})]))


@pytest.mark.parametrize(
    ("fixture", "offers", "becomes"),
    [
        ("{% plant beds=n$0 /%}", ["north", "not", "number"], '{% plant beds=["north"] /%}'),
        ("{% plant beds=[n$0] /%}", ["north", "not", "number"], '{% plant beds=["north"] /%}'),
        ('{% plant beds=["north", "s$0"] /%}', ["south"], '{% plant beds=["north", "south"] /%}'),
        ('{% plant beds=["north", "s$0', ["south"], '{% plant beds=["north", "south"'),
        ("{% plant rows=$0 /%}", None, "{% plant rows=2 /%}"),
        ('{% plant rows="3$0" /%}', ["3"], "{% plant rows=3 /%}"),
        ('{% plant tags="$0" /%}', ["herb", "shrub", "tree"], '{% plant tags="herb" /%}'),
        ('{% plant tags="tree sh$0 herb" /%}', ["shrub"], '{% plant tags="tree shrub herb" /%}'),
        ('{% plant tags="tree sh$0', ["shrub"], '{% plant tags="tree shrub"'),
        ('{% plant kind="$0" /%}', ["plain", 'say "so"'], '{% plant kind="plain" /%}'),
        ('{% plant kind="s$0" /%}', ['say "so"'], '{% plant kind="say \\"so\\"" /%}'),
        ("{% plant height=t$0 /%}", ["true"], "{% plant height=true /%}"),
        ("{% plant ro$0 /%}", ["rows"], "{% plant rows=2 /%}"),
        ("{% plant bed$0 /%}", ["beds"], None),
    ],
)
def test_values_of_every_type(fixture: str, offers: list[str] | None, becomes: str | None) -> None:
    check_completion(fixture, offers=offers, becomes=becomes, site=_garden())


# Variables and functions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixture", "offers", "becomes"),
    [
        ("{% $pa$0", ["page"], "{% $page"),
        ("{% $page.$0 %}", ["dir", "draft", "path", "slug", "title", "url"], "{% $page.dir %}"),
        ("{% $page.ti$0tle %}", ["title"], "{% $page.title %}"),
        ("{% $file.mo$0 %}", ["modified"], "{% $file.modified %}"),
        ("{% $team.$0 %}", ["name"], "{% $team.name %}"),
        ("{% $team.name.$0 %}", [], None),
        ("{% if equals($page.ti$0, 1) %}", ["title"], "{% if equals($page.title, 1) %}"),
        ("{% hint type=$ve$0 %}", ["version"], "{% hint type=$version %}"),
        (
            "---\nauthor: Ada\n---\n\n{% $frontmatter.$0 %}",
            ["author"],
            "---\nauthor: Ada\n---\n\n{% $frontmatter.author %}",
        ),
        ("---\nseo:\n  tags: 1\n---\n\n{% $frontmatter.seo.t$0", ["tags"], None),
        ("---\na b: 1\n---\n\n{% $frontmatter.$0 %}", None, '---\na b: 1\n---\n\n{% $frontmatter["a b"] %}'),
        ("{% $item$0 %}", [], None),
        (
            "{% collection %}\n{% $ite$0 %}\n{% /collection %}",
            ["item"],
            "{% collection %}\n{% $item %}\n{% /collection %}",
        ),
    ],
)
def test_variables(fixture: str, offers: list[str] | None, becomes: str | None) -> None:
    if offers is None:
        (offer,) = completions_at(fixture)
        assert applied(read(fixture)[0], offer) == becomes
    else:
        check_completion(fixture, offers=offers, becomes=becomes)


@pytest.mark.parametrize(
    ("fixture", "offers", "becomes"),
    [
        ("{% if eq$0 %}", ["equals"], '{% if equals($value, "text") %}'),
        ("{% if eq$0($a) %}", ["equals"], "{% if equals($a) %}"),
        ("{% if not(eq$0) %}", ["equals"], '{% if not(equals($value, "text")) %}'),
        ("{% hint type=defa$0 %}", ["default"], '{% hint type=default($value, "otherwise") %}'),
        ("{% humani$0", ["humanize"], "{% humanize($word) %}"),
        ("{% hint ty=[deb$0", ["debug"], "{% hint ty=[debug($value)"),
    ],
)
def test_functions_come_with_their_parameters(fixture: str, offers: list[str], becomes: str) -> None:
    check_completion(fixture, offers=offers, becomes=becomes)


def test_a_function_is_inserted_with_its_arguments() -> None:
    functions = [each for each in completions_at("{% if $0 %}") if each.kind == "function"]
    assert len(functions) > 5
    assert "function-parameters" in codes("{% default() %}")
    for offer in functions:
        page = f"{{% {offer.plain_text} %}}"
        assert not {"function-parameters", "unknown-function"} & set(codes(page)), page


def test_functions_are_those_of_the_site() -> None:
    own = {each.label for each in completions_at("{% if $0 %}", plain_markdoc()) if each.kind == "function"}
    assert own == {"and", "or", "not", "equals", "default", "debug", "shout"}
    refrakt = {each.label for each in completions_at("{% if $0 %}") if each.kind == "function"}
    assert refrakt == {*own - {"shout"}, "currency", "date", "number", "join", "concat", "humanize"}


def test_variables_of_a_plain_project() -> None:
    check_completion("{% $pro$0", offers=["product"], site=plain_markdoc())
    check_completion("{% $pa$0", offers=[], site=plain_markdoc())


# Positions without completions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fixture",
    [
        "Some te$0xt.",
        '{% hint type="wa\nr$0" %}',
        '{% hint title="equals$0(',
        "```\n{% hi$0\n```\n",
        "```md\n{% hint ty$0 %}\n```\n",
        "Write `{% hi$0` so.",
        "- a\n\n  ~~~\n  {% hi$0 %}\n  ~~~\n",
        "---\ntitle: {% h$0\n---\n",
        "{$0% hint %}",
        "{% hint %$0}",
        "{% hint %}$0{% /hint %}",
        "{% hint #an$0 %}",
        "\\{% hi$0",
        "{% /hint$0 more %}",
    ],
)
def test_no_completions_elsewhere(fixture: str) -> None:
    assert completions_at(fixture) == []


def test_in_plain_markdoc_a_fence_has_live_tags() -> None:
    check_completion("```\n{% parti$0 %}\n```\n", offers=["partial"], site=plain_markdoc())


# A rune by its name alone -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixture", "becomes"),
    [
        ("hint:$0", "{% hint %}\nText\n{% /hint %}"),
        ("hin$0", "{% hint %}\nText\n{% /hint %}"),
        ("A\n\nhint:$0\n\nB\n", "A\n\n{% hint %}\nText\n{% /hint %}\n\nB\n"),
        ("- hint:$0", "- {% hint %}\n  Text\n  {% /hint %}"),
        ("> hin$0\n", "> {% hint %}\n> Text\n> {% /hint %}\n"),
        ("{% grid %}\nhint:$0\n{% /grid %}\n", "{% grid %}\n{% hint %}\nText\n{% /hint %}\n{% /grid %}\n"),
        ("A\r\n\r\nhint:$0\r\n\r\nB\r\n", "A\r\n\r\n{% hint %}\nText\n{% /hint %}\r\n\r\nB\r\n"),
        ("ico$0", '{% icon name="name" /%}'),
    ],
)
def test_a_name_at_the_start_of_a_paragraph_becomes_the_whole_rune(fixture: str, becomes: str) -> None:
    text, _ = read(fixture)
    found = [each for each in completions_at(fixture) if each.label in ("hint", "icon")]
    assert [each.kind for each in found] == ["snippet"]
    assert applied(text, found[0]) == becomes
    assert applied(text, found[0], as_snippet=False) == becomes


def test_a_bare_name_completes_matching_runes_allowed_ones_first() -> None:
    labels = [each.label for each in completions_at("hi$0")]
    assert labels == ["hint"]
    assert [each.label for each in completions_at("co$0")] == sorted(
        (each.label for each in completions_at("{% co$0") if each.label.startswith("co") and each.kind == "rune"),
        key=[each.label for each in completions_at("{% co$0")].index,
    )


@pytest.mark.parametrize(
    "fixture",
    [
        "h$0",
        "hint $0",
        "A hint$0",
        "A hint:$0",
        "hint:$0 and more",
        "# hint$0",
        "| hint$0 |\n| - |\n",
        "[hint$0](/a)",
        "```\nhint:$0\n```",
        "`hint:$0`",
        "Some text\nhint$0",
        "zebra$0",
        "1. $0",
        "**hint$0**",
    ],
)
def test_a_name_in_running_text_has_no_completions(fixture: str) -> None:
    assert completions_at(fixture) == []


# Closing what has just been opened ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fixture", "becomes"),
    [
        ("{% hint %}$0", "{% hint %}\n\n{% /hint %}"),
        ("{% hint %}$0\n\nText\n", "{% hint %}\n\n{% /hint %}\n\nText\n"),
        ("> {% hint %}$0", "> {% hint %}\n> \n> {% /hint %}"),
        ("- {% hint %}$0\n", "- {% hint %}\n  \n  {% /hint %}\n"),
        ("  {% hint %}$0\n", "  {% hint %}\n  \n  {% /hint %}\n"),
        ("A {% badge %}$0", "A {% badge %}{% /badge %}"),
        ("A {% badge %}$0 b", "A {% badge %}{% /badge %} b"),
        ("{% grid %}\n{% hint %}$0\n{% /grid %}\n", "{% grid %}\n{% hint %}\n\n{% /hint %}\n{% /grid %}\n"),
        ("{% grid %}$0\n{% hint %}\nx\n{% /hint %}\n", "{% grid %}\n\n{% /grid %}\n{% hint %}\nx\n{% /hint %}\n"),
        ('😀 {% badge type="a %} b" %}$0', '😀 {% badge type="a %} b" %}{% /badge %}'),
        ("{% hint %}$0\r\n", "{% hint %}\n\n{% /hint %}\r\n"),
    ],
)
def test_after_an_opening_tag_its_closing_tag_is_completed(fixture: str, becomes: str) -> None:
    text, _ = read(fixture)
    (offer,) = completions_at(fixture)
    assert offer.kind == "closing"
    assert applied(text, offer) == becomes
    assert applied(text, offer, as_snippet=False) == becomes


@pytest.mark.parametrize(
    "fixture",
    [
        "{% hint %}$0{% /hint %}",
        "{% hint %}$0\nText\n{% /hint %}",
        '{% icon name="a" /%}$0',
        '{% icon name="a" %}$0',
        "{% if $a %}\nx\n{% else %}$0\n{% /if %}",
        "{% hint %}\n{% /hint %}$0",
        "{% nosuch %}$0",
        "# A {% #id %}$0",
        "{% $page.title %}$0",
        "A }$0",
        "{% hint %} $0",
    ],
)
def test_no_closing_tag_where_none_is_needed(fixture: str) -> None:
    assert completions_at(fixture) == []
