"""Resolution of rune bodies, with a small page for each kind of content model.

The trace of every case must list every child: it matched a field, is in a section, or is dropped with a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import (
    Condition,
    Conditional,
    ContentModel,
    Custom,
    Delimited,
    Field,
    FieldSequence,
    HeadingField,
    ItemField,
    ItemModel,
    KnownSection,
    Sections,
    Split,
    Zone,
    many,
    one,
    opt,
    rest,
    sequence,
)
from refrakt.runes.match_expressions import plain_text
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.resolution import ContentResolution
from refrakt.runes.resolver import resolve


def tag_of(body: str, attributes: str = "") -> Node:
    page = f"{{% box {attributes} %}}\n{dedent(body).strip()}\n{{% /box %}}\n"
    return parse(page, ParseOptions(fences="escaped")).tree.children[0]


def plain(value: Any) -> Any:
    """A value as text: the plain text of nodes, everything else unchanged."""
    if isinstance(value, Node):
        if value.type == "tag":
            named = " ".join(f"{name}={each}" for name, each in value.attributes.items())
            inside = " ".join(plain_text(child) for child in value.children).strip()
            return f"<{value.tag}{' ' if named else ''}{named}>{inside}"
        return value.attributes["src"] if value.type == "image" else plain_text(value).strip()
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items() if name != "$section"}
    return value


def accounted(result: ContentResolution, tag: Node, delimiter: str = "") -> None:
    """Check that the trace lists every child of the tag."""
    trace = result.trace
    traced = {id(each.node) for each in trace.matched} | {id(each.node) for each in trace.dropped}
    for section in trace.sections:
        traced |= {id(node) for node in (section.heading, *section.body) if node is not None}
    forgotten = [child.type for child in tag.children if id(child) not in traced and child.type != delimiter]
    assert forgotten == []


def check(
    content: ContentModel,
    body: str,
    value: Mapping[str, Any],
    *,
    lost: Mapping[str, str] | None = None,
    missing: tuple[str, ...] = (),
    attributes: str = "",
    delimiter: str = "",
) -> ContentResolution:
    """Resolve a body and compare the value, the dropped children with reasons, and the missing fields."""
    tag = tag_of(body, attributes)
    result = resolve(content, tag)
    assert plain(result.value) == value
    assert {plain_text(each.node): each.reason for each in result.trace.dropped} == (lost or {})
    assert tuple(each.field.name for each in result.trace.missing) == missing
    accounted(result, tag, delimiter)
    return result


# Sequences ------------------------------------------------------------------------------------------------------------

HERO = sequence(
    opt("eyebrow", "paragraph"), one("headline", "heading"), many("blurb", "paragraph"), opt("more", "list")
)


def test_sequence_matches_fields_in_order() -> None:
    check(
        HERO,
        """
        New in spring

        # The orchard

        Forty old kinds of apple.

        Open on Sundays.

        - Visit
        """,
        {
            "eyebrow": "New in spring",
            "headline": "The orchard",
            "blurb": ["Forty old kinds of apple.", "Open on Sundays."],
            "more": "Visit",
        },
    )


def test_optional_field_is_skipped() -> None:
    check(HERO, "# The orchard", {"headline": "The orchard"})


def test_children_after_the_last_field_are_left_over() -> None:
    result = check(
        HERO,
        """
        # The orchard

        - Visit

        > A quote comes too late.

        So does this.
        """,
        {"headline": "The orchard", "more": "Visit"},
        lost={"A quote comes too late.": "left-over", "So does this.": "left-over"},
    )
    # A paragraph would match an earlier field, a quote none.
    assert [each.field.name if each.field else None for each in result.trace.dropped] == [None, "eyebrow"]


def test_missing_field_skips_the_current_child() -> None:
    result = check(
        sequence(one("code", "fence"), many("rest")),
        """
        An introduction.

        ```js
        run()
        ```
        """,
        {"rest": ["run()"]},
        lost={"An introduction.": "skipped"},
        missing=("code",),
    )
    assert result.trace.missing[0].before is not None


def test_short_body_misses_the_remaining_fields() -> None:
    check(sequence(opt("a", "list"), one("b", "heading"), one("c", "table")), "", {}, missing=("b", "c"))
    check(sequence(one("b", "heading"), one("c", "table")), "# Only this", {"b": "Only this"}, missing=("c",))


def test_empty_model_drops_everything() -> None:
    check(FieldSequence(), "Nobody reads this.", {}, lost={"Nobody reads this.": "left-over"})


def test_no_model_drops_nothing() -> None:
    result = resolve(None, tag_of("Anything."))
    assert (result.value, result.trace.dropped) == ({}, [])


@pytest.mark.parametrize(
    ("match", "body", "fits"),
    [
        ("heading:2", "## Two", True),
        ("heading:2", "### Three", False),
        ("list:ordered", "1. One", True),
        ("list:ordered", "- One", False),
        ("list:unordered", "- One", True),
        ("image", "![a](b.png)", True),
        ("image", "![a](b.png) and words", False),
        ("tag", "{% hint /%}", True),
        ("tag:hint", "{% hint /%}", True),
        ("tag:tabs", "{% hint /%}", False),
        ("paragraph|list", "- One", True),
        ("any", "> quoted", True),
        ("hr", "---", True),
    ],
)
def test_match_expressions(match: str, body: str, fits: bool) -> None:
    tag = tag_of(body)
    result = resolve(sequence(opt("it", match)), tag)
    assert ("it" in result.value) == fits
    accounted(result, tag)


def test_an_image_field_gets_the_image_itself() -> None:
    result = resolve(sequence(one("picture", "image")), tag_of("![Dawn](dawn.jpg)"))
    assert result.value["picture"].type == "image"
    both = resolve(sequence(one("picture", "image|paragraph")), tag_of("![Dawn](dawn.jpg)"))
    assert both.value["picture"].type == "paragraph"


def test_tint_and_bg_are_not_part_of_the_body() -> None:
    tag = tag_of("{% tint /%}\n\n# Title\n\n{% bg /%}")
    result = resolve(sequence(one("headline", "heading")), tag)
    assert plain(result.value) == {"headline": "Title"}
    assert result.trace.dropped == []


# List items -----------------------------------------------------------------------------------------------------------

TRACK = ItemModel(
    (
        ItemField("name", "strong", optional=False),
        ItemField("src", "link", extract="href"),
        ItemField("artist", "em"),
        ItemField("length", pattern=r"\((\d+:\d+)\)"),
        ItemField("notes", pattern="remainder"),
        ItemField("cues", "list", item=ItemModel((ItemField("text", optional=False, pattern="remainder"),))),
    )
)


def test_item_fields() -> None:
    check(
        sequence(one("tracks", "list", item=TRACK)),
        """
        - [**Tide**](tide.mp3) by *Ira* (3:45) live
          - Begin
          - End
        - **Calm**
        """,
        {
            "tracks": "Tide by Ira (3:45) liveBeginEndCalm",
            "tracksData": [
                {
                    "name": "Tide",
                    "src": "tide.mp3",
                    "artist": "Ira",
                    "length": "3:45",
                    "notes": "by   live",
                    "cues": [{"text": "Begin"}, {"text": "End"}],
                },
                {"name": "Calm"},
            ],
        },
    )


def test_an_item_that_lacks_a_value_is_reported_with_the_field() -> None:
    result = resolve(sequence(one("tracks", "list", item=TRACK)), tag_of("- only words"))
    assert [each.field.name for each in result.trace.unmatched_patterns] == ["name"]
    assert result.value["tracksData"] == [{"notes": "only words"}]


def test_items_become_runes() -> None:
    field = Field(
        "beats",
        "list",
        item=ItemModel((ItemField("label", "strong"), ItemField("text", pattern="remainder"))),
        emit="beat",
        emit_attributes={"label": "$label|$text", "status": "$status", "kind": "scene"},
    )
    check(
        sequence(field),
        """
        - **Arrival**
        - without a name
        """,
        {"beats": ["<beat label=Arrival status= kind=scene>", "<beat label=without a name status= kind=scene>"]},
    )


def test_loose_item_is_read_and_recorded() -> None:
    tag = tag_of(
        """
        - **Tide** (3:45)

          A paragraph makes it loose.
        """
    )
    result = resolve(sequence(one("tracks", "list", item=TRACK)), tag)
    assert result.value["tracksData"][0]["name"] == "Tide"
    assert len(result.trace.loose_items) == 1


# Zones ----------------------------------------------------------------------------------------------------------------

CARD = Delimited(
    zones=(
        Zone("media", (opt("image", "image"),)),
        Zone("content", (one("title", "heading"), many("body")), primary=True),
    )
)


def test_zones_are_between_delimiters() -> None:
    check(
        CARD,
        """
        ![Dawn](dawn.jpg)

        ---

        # Title

        Text.
        """,
        {"media": {"image": "dawn.jpg"}, "content": {"title": "Title", "body": ["Text."]}},
        delimiter="hr",
    )


def test_a_body_without_a_delimiter_is_the_primary_zone() -> None:
    check(CARD, "# Title", {"media": {}, "content": {"title": "Title"}})


def test_extra_zone_is_dropped() -> None:
    result = check(
        CARD,
        """
        ![Dawn](dawn.jpg)

        ---

        # Title

        ---

        A third zone.
        """,
        {"media": {"image": "dawn.jpg"}, "content": {"title": "Title"}},
        lost={"A third zone.": "extra-zone"},
        delimiter="hr",
    )
    assert result.trace.empty_zones == []


def test_empty_zone_is_recorded() -> None:
    result = check(
        CARD,
        """
        ---

        # Title
        """,
        {"media": {}, "content": {"title": "Title"}},
        delimiter="hr",
    )
    assert [zone.name for zone in result.trace.empty_zones] == ["media"]


def test_trace_names_the_zone_of_a_missing_field() -> None:
    result = check(CARD, "Only text.", {"media": {}, "content": {}}, lost={"Only text.": "skipped"}, missing=("title",))
    assert result.trace.missing[0].path == ("content",)


def test_zones_of_one_kind_may_be_any_number() -> None:
    check(
        Delimited(each=sequence(one("title", "heading"), many("body"))),
        """
        # One

        ---

        # Two

        Text.
        """,
        {"zones": [{"title": "One"}, {"title": "Two", "body": ["Text."]}]},
        delimiter="hr",
    )


# Sections -------------------------------------------------------------------------------------------------------------

FAQ = Sections(
    preamble=(opt("title", "heading"), many("intro", "paragraph")), emit="item", emit_attributes={"name": "$heading"}
)


def test_sections_begin_at_headings() -> None:
    result = check(
        FAQ,
        """
        Before you ask.

        ## Who?

        Everybody.

        ## When?

        On Sundays.
        """,
        {"intro": ["Before you ask."], "sections": ["<item name=Who?>Everybody.", "<item name=When?>On Sundays."]},
    )
    assert result.trace.level == 2


def test_a_deeper_level_that_comes_twice_makes_the_first_heading_a_title() -> None:
    check(
        FAQ,
        """
        # Questions

        ## Who?

        ## When?
        """,
        {"title": "Questions", "sections": ["<item name=Who?>", "<item name=When?>"]},
    )


def test_a_single_deeper_heading_does_not() -> None:
    result = check(
        FAQ,
        """
        # Questions

        ## Who?
        """,
        {"sections": ["<item name=Questions>Who?"]},
    )
    assert result.trace.level == 1


def test_a_fixed_level_splits_at_no_other() -> None:
    check(
        Sections("heading:2", (many("before"),), rest()),
        """
        # Title

        ### Deep
        """,
        {"before": ["Title", "Deep"], "sections": []},
    )


def test_children_that_the_preamble_does_not_match_are_dropped() -> None:
    check(
        FAQ,
        """
        - A list is nothing here

        ## Who?
        """,
        {"sections": ["<item name=Who?>"]},
        lost={"A list is nothing here": "left-over"},
    )


def test_values_are_extracted_from_headings() -> None:
    model = Sections(
        body=rest(),
        extract=(HeadingField("time", r"^(\d+:\d+)\s*[-–—]\s*"), HeadingField("place")),
        emit="stop",
        emit_attributes={"time": "$time", "place": "$place"},
    )
    result = check(
        model,
        """
        ## 9:00 — Harbour

        ## Lunch
        """,
        {"sections": ["<stop time=9:00 place=Harbour>", "<stop time=Lunch place=Lunch>"]},
    )
    assert [plain_text(each.node) for each in result.trace.unmatched_patterns] == ["Lunch"]


def test_known_sections_have_models_and_aliases() -> None:
    model = Sections(
        body=rest("free"),
        known=(KnownSection("Done When", ("Criteria",), sequence(one("boxes", "list"))), KnownSection("Notes")),
    )
    result = check(
        model,
        """
        ## criteria

        - It works

        ## Anything else

        Text.
        """,
        {"sections": [{"boxes": "It works"}, {"free": ["Text."]}]},
    )
    assert [section.known for section in result.trace.sections] == ["Done When", None]


def test_without_a_heading_the_whole_body_may_be_one_section() -> None:
    tag = tag_of("Just text.")
    result = resolve(Sections(emit="day", implicit={"label": "Today"}), tag)
    assert plain(result.value) == {"sections": ["<day label=Today>Just text."]}
    assert result.trace.dropped == []


# Splits, custom bodies and conditions ---------------------------------------------------------------------------------

TABS = Split(preamble="paragraph", emit="tab", emit_attributes={"name": "$heading"}, headless="list")


def test_a_split_follows_the_level_of_the_first_heading() -> None:
    result = check(
        TABS,
        """
        Choose.

        > Not this.

        ### Gas

        Eighteen minutes.

        #### Note

        ### Induction
        """,
        {
            "children": ["Choose.", "Not this."],
            "sections": ["<tab name=Gas>Eighteen minutes. Note", "<tab name=Induction>"],
        },
        lost={"Not this.": "preamble"},
    )
    assert result.trace.level == 3


def test_split_without_headings() -> None:
    check(
        TABS,
        """
        - Gas

        Text.
        """,
        {"children": ["Gas", "Text."], "sections": []},
        lost={"Text.": "preamble"},
    )


def test_a_split_at_a_fixed_level() -> None:
    check(
        Split(2, emit="group", headless=None),
        "# Only a title",
        {"children": ["Only a title"], "sections": []},
        lost={"Only a title": "preamble"},
    )


def test_custom_body() -> None:
    model = Custom("table|paragraph", needs="table")
    check(model, "Text.", {"children": ["Text."]}, missing=("children",))
    check(
        model,
        """
        # Heading

        | a |
        |---|
        | b |
        """,
        {"children": ["Heading", "ab"]},
        lost={"Heading": "not-taken"},
    )


STEPS = Conditional(
    (
        (Condition(attribute="mode", values=("list", "steps")), sequence(one("steps", "list"))),
        (Condition(attribute="source"), FieldSequence()),
        (Condition(child="heading"), Sections(body=rest())),
    ),
    sequence(many("text", "paragraph")),
)


@pytest.mark.parametrize(
    ("attributes", "body", "value"),
    [
        ('mode="list"', "- One", {"steps": "One"}),
        ('mode="other"', "Text.", {"text": ["Text."]}),
        ("", "## One\n\nText.", {"sections": [{"body": ["Text."]}]}),
        ("", "Text.", {"text": ["Text."]}),
        ('source=""', "Text.", {"text": ["Text."]}),
    ],
)
def test_first_true_condition_selects_the_model(attributes: str, body: str, value: Mapping[str, Any]) -> None:
    check(STEPS, body, value, attributes=attributes)


def test_a_condition_on_an_existing_attribute() -> None:
    check(STEPS, "Text.", {}, attributes='source="steps.md"', lost={"Text.": "left-over"})


# The samples of all runes ---------------------------------------------------------------------------------------------

SAMPLES = [
    pytest.param(rune, id=rune.name)
    for package in (*map(bundled, BUNDLED), collect("refrakt_plan.runes"))
    for rune in package.runes.values()
    # The body of a deferred rune is a template and is not resolved.
    if rune.sample and not rune.deferred
]


@pytest.mark.parametrize("rune", SAMPLES)
def test_every_sample_fits_its_rune(rune: Any) -> None:
    document = parse(rune.sample, ParseOptions(fences="escaped"))
    tags = [node for node in document.tree.walk() if node.type == "tag" and node.tag == rune.name]
    assert list(document.problems) == []
    for tag in tags:
        result = resolve(rune.content, tag)
        assert [each.field.name for each in result.trace.missing] == []
        assert [each.reason for each in result.trace.dropped] == []
