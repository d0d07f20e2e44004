"""Elements that plugins add, and parts that themes hide, group and move."""

from __future__ import annotations

from refrakt.runes.rune_theme import ContentWrapper, RuneTheme, plain
from refrakt.runes.structure_theme import FromModifier, PartGroup, Projection, Relocation, Repeat, StructureEntry
from refrakt.theme.theme_html import theme_html
from theme.theme_checks import Themed, at, part, rune, themed


def added(entry: StructureEntry, **fields: object) -> str:
    """The HTML of what an entry adds."""
    theme = RuneTheme(
        "box", modifiers={"kind": plain(), "count": plain(), "filled": plain()}, structure={"extra": entry}
    )
    return theme_html(list(themed(rune("box", fields=dict(fields)), theme).tag.children))


def test_elements_are_before_or_after_the_content() -> None:
    theme = RuneTheme(
        "box",
        structure={"head": StructureEntry("header", before=True), "foot": StructureEntry("footer", part="end")},
        content_wrapper=ContentWrapper("div", "inner"),
    )
    assert themed(rune("box", "text"), theme).parts() == ["head", "inner", "end"]


def test_conditions() -> None:
    entry = StructureEntry("b", condition="kind", any_condition=("count", "filled"))
    assert added(entry, kind="x") == ""
    assert added(entry, count=1) == ""
    assert added(entry, kind="x", filled=1) == '<b data-name="extra" class="rf-box__extra"></b>'


def test_texts_of_modifiers() -> None:
    entry = StructureEntry("b", text="kind", transform="uppercase", text_prefix="<", text_suffix="!")
    assert added(entry, kind="storm") == '<b data-name="extra" class="rf-box__extra">&lt;STORM!</b>'


def test_labels_types_and_attributes() -> None:
    entry = StructureEntry(
        "b",
        text="kind",
        label="Kind",
        label_hidden=True,
        meta_type="status",
        sentiments={"open": "positive"},
        attributes={"title": "Kind", "data-kind": FromModifier("kind"), "data-none": FromModifier("count")},
    )
    assert added(entry, kind="open") == (
        '<b data-name="extra" title="Kind" data-kind="open" data-none="" data-meta-type="status" '
        'data-meta-sentiment="positive" class="rf-box__extra"><span data-meta-label="" data-meta-label-hidden="">Kind</span>'
        '<span data-meta-value="">open</span></b>'
    )


def test_children_and_icons() -> None:
    entry = StructureEntry(
        "p", children=("see ", StructureEntry("i", part="mark", icon=True), StructureEntry("u", condition="kind"))
    )
    assert added(entry) == (
        '<p data-name="extra" class="rf-box__extra">see <i data-name="mark" class="rf-box__mark"></i></p>'
    )


def test_copies() -> None:
    star = StructureEntry("i", part="star")
    entry = StructureEntry("p", repeat=Repeat("count", star, filled="filled", max=3))
    assert added(entry, count=2, filled=1).count('data-filled="true"') == 1
    assert added(entry, count=9, filled=1).count("<i ") == 3
    assert added(entry, count="-4") == '<p data-name="extra" class="rf-box__extra"></p>'
    both = StructureEntry(
        "p", repeat=Repeat("count", star, filled="filled", filled_element=StructureEntry("b", part="full"))
    )
    assert added(both, count=2, filled=1) == (
        '<p data-name="extra" class="rf-box__extra"><b data-name="full" class="rf-box__full"></b>'
        '<i data-name="star" data-filled="false" class="rf-box__star"></i></p>'
    )


def projected(projection: Projection) -> Themed:
    tree = rune("box", part("a"), part("b"), part("preamble", part("c"), part("d")), part("e"))
    return themed(tree, RuneTheme("box", projection=projection, sections={"pair": "header"}))


def test_hidden_parts() -> None:
    assert projected(Projection(hide=("a", "e", "absent"))).parts() == ["b", "preamble"]


def test_groups_are_where_their_first_member_was() -> None:
    result = projected(Projection(group={"pair": PartGroup("header", ("e", "b"))}))
    assert result.parts() == ["a", "pair", "preamble"]
    pair = result.part("pair")
    assert pair.attributes["class"] == "rf-box__pair"
    assert pair.attributes["data-section"] == "header"
    assert len(pair.children) == 2


def test_parts_are_moved_into_others() -> None:
    moved = projected(Projection(relocate={"a": Relocation("d", "prepend"), "c": Relocation("e")}))
    assert moved.parts() == ["b", "preamble", "e"]
    assert at(moved.part("d"), 0).attributes["data-name"] == "a"
    assert at(moved.part("e"), 0).attributes["data-name"] == "c"
    # Without its target, a part is removed.
    assert projected(Projection(relocate={"a": Relocation("absent")})).parts() == ["b", "preamble", "e"]


def test_an_emptied_header_is_removed() -> None:
    relocate = {"c": Relocation("a"), "d": Relocation("a")}
    assert projected(Projection(relocate=relocate)).parts() == ["a", "b", "e"]
