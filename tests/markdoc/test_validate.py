"""Validation: problems, their levels and their exact spans.

In these pages a line of carets marks the range in the line above that a problem must cover.
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.patterns import pattern
from refrakt.markdoc.schema import AttributeSchema, CustomType, FunctionSchema, MarkdocConfig, Schema, Slot
from refrakt.markdoc.tree import MarkdocError, Node
from refrakt.markdoc.validate import validate
from refrakt.markdoc.values import UNDEFINED, Function, Variable

CARETS = re.compile(r"\s*(\^+) (\w+)\[([\w-]+)\]")

HINT = Schema(
    "hint",
    {
        "type": AttributeSchema("String", matches=("note", "warning")),
        "title": AttributeSchema("String", required=True),
        "size": AttributeSchema(("Number", "Boolean"), error_level="warning"),
        "slug": AttributeSchema("String", matches=pattern(r"^[a-z]+$")),
        "data": AttributeSchema("Object"),
    },
)
SITE = MarkdocConfig(tags={"hint": HINT}, variables={"page": {"title": "Home", "tags": ["a"]}, "nothing": None})


def check_errors(marked: str, config: MarkdocConfig = SITE, options: ParseOptions | None = None) -> None:
    lines: list[str] = []
    expected: list[tuple[int, int, int, str, str]] = []
    for line in dedent(marked).strip("\n").split("\n"):
        if mark := CARETS.match(line):
            expected.append((len(lines) - 1, mark.start(1), mark.end(1), mark[2], mark[3]))
        else:
            lines.append(line)
    page = "\n".join(lines)
    document = parse(page, options)
    found: list[tuple[int, int, int, str, str]] = []
    for _, problem in validate(document.tree, config):
        start, end = document.offsets(problem.span)
        first = page.rfind("\n", 0, start) + 1
        found.append((page.count("\n", 0, start), start - first, end - first, problem.level, problem.id))
    assert sorted(found) == sorted(expected)


def errors_of(node: Node, config: MarkdocConfig = SITE) -> list[str]:
    return [problem.id for _, problem in validate(node, config)]


def tag(name: str, children: list[Node] | None = None, **attributes: Any) -> Node:
    return Node("tag", attributes, children or [], name)


def test_a_valid_page_has_no_errors() -> None:
    check_errors("""
        # Title {% #top .wide %}

        {% hint title="Mind" type="note" size=2 data={a: 1} %}
        Some *text* and {% $page.title %}.
        {% /hint %}

        - one
        - two
    """)


def test_an_unknown_tag_is_marked_at_its_name() -> None:
    check_errors("""
        {% hnit title="x" %}
           ^^^^ critical[tag-undefined]
        text {% inlin /%}
                ^^^^^ critical[tag-undefined]
        {% /hnit %}
    """)


def test_an_unknown_attribute_is_marked_at_its_key() -> None:
    check_errors("""
        {% hint title="x" colour="red" /%}
                          ^^^^^^ error[attribute-undefined]

        # Heading {% colour="red" %}
                     ^^^^^^ error[attribute-undefined]
    """)


def test_a_bad_value_is_marked_at_the_value() -> None:
    check_errors("""
        {% hint title=5 type="nope" size="big" slug="A b" data=[1] /%}
                      ^ error[attribute-type-invalid]
                             ^^^^^^ error[attribute-value-invalid]
                                         ^^^^^ warning[attribute-type-invalid]
                                                    ^^^^^ error[attribute-value-invalid]
                                                               ^^^ error[attribute-type-invalid]
    """)


def test_a_missing_attribute_is_marked_at_the_name_of_the_tag() -> None:
    check_errors("""
        - item
          {% hint type="note" /%}
             ^^^^ error[attribute-missing-required]
    """)


def test_ids_start_with_a_letter_and_classes_are_strings_or_objects() -> None:
    check_errors("""
        {% hint title="x" #1st class=true /%}
                           ^^^ error[attribute-value-invalid]
                                     ^^^^ error[attribute-type-invalid]
    """)


def test_unknown_variables_are_marked_where_they_are_used() -> None:
    check_errors("""
        {% hint title=$page.name /%}
                      ^^^^^^^^^^ error[variable-undefined]

        {% $page.title %} and {% $page.tags[1] %} and {% $nothing.at.all %}
                                 ^^^^^^^^^^^^^ error[variable-undefined]
                                                         ^^^^^^^^^^^^^^^ error[variable-undefined]
    """)


def test_without_variables_none_is_unknown() -> None:
    assert errors_of(tag("hint", title=Variable(("any", "thing"))), MarkdocConfig(tags={"hint": HINT})) == []


def test_allowed_values_reject_variables_as_in_markdoc() -> None:
    node = tag("hint", title="x", type=Variable(("page", "title")))
    assert errors_of(node) == ["attribute-value-invalid"]
    assert errors_of(node, MarkdocConfig(tags={"hint": HINT})) == []


def test_conditions_are_not_strings_or_numbers() -> None:
    check_errors("""
        {% if "yes" %}
              ^^^^^ error[attribute-type-invalid]
        a
        {% else 1 /%}
                ^ error[attribute-type-invalid]
        b
        {% else $page /%}
        c
        {% /if %}
    """)


def test_a_partial_has_to_exist() -> None:
    check_errors(
        """
        {% partial file="footer.md" /%}

        {% partial file="fotter.md" /%}
                        ^^^^^^^^^^^ error[attribute-value-invalid]
    """,
        MarkdocConfig(partials={"footer.md": Node("document")}),
    )


def test_placement_and_content() -> None:
    config = MarkdocConfig(
        tags={
            "badge": Schema("badge", inline=True, self_closing=True),
            "steps": Schema("steps", children=("list",)),
        }
    )
    check_errors(
        """
        {% badge %}
           ^^^^^ critical[tag-placement-invalid]
           ^^^^^ critical[tag-selfclosing-has-children]
        text
        {% /badge %}

        {% steps %}
        1. one

        Stray words.
        ^^^^^^^^^^^^ warning[child-invalid]
        {% if true %}
           ^^ warning[child-invalid]
        {% /if %}
        {% /steps %}
    """,
        config,
    )


def test_slots() -> None:
    card = Schema("card", slots={"head": Slot(required=True), "foot": Slot()})
    check_errors(
        """
        {% card %}
           ^^^^ error[slot-missing-required]
        {% slot "foot" %}
        fine
        {% /slot %}
        {% slot "side" %}
                ^^^^^^ error[slot-undefined]
        unknown
        {% /slot %}
        {% /card %}
    """,
        MarkdocConfig(tags={"card": card}),
        ParseOptions(slots=True),
    )


def test_the_table_repeats_its_tag_and_points_at_it() -> None:
    check_errors("""
        {% table colour="red" %}
                 ^^^^^^ error[attribute-undefined]
                 ^^^^^^ error[attribute-undefined]
        * head
        ---
        * cell {% colspan="two" %}
                          ^^^^^ error[attribute-type-invalid]
        {% /table %}
    """)


def test_a_fence_may_carry_a_tag() -> None:
    check_errors("""
        ```js {% hnit %}
                 ^^^^ critical[tag-undefined]
        code
        ```
    """)


def test_markdown_is_marked_on_its_first_line() -> None:
    check_errors(
        """
        {% steps %}
        > Long
        ^^^^^^ warning[child-invalid]
        > quote
        {% /steps %}
    """,
        MarkdocConfig(tags={"steps": Schema("steps", children=("list",))}),
    )


def test_functions_are_checked_on_request() -> None:
    clip = FunctionSchema(
        parameters={"0": AttributeSchema("String", required=True), "words": AttributeSchema("Number")}, returns="String"
    )
    config = MarkdocConfig(tags={"hint": HINT}, functions={"clip": clip}, validate_functions=True)

    def found(value: Function, key: str = "title") -> list[str]:
        return errors_of(Node("tag", {"title": "x", key: value}, tag="hint"), config)

    assert found(Function("clip", {0: "text", "words": 3})) == []
    assert found(Function("clip", {0: Variable(("v",)), "words": 3})) == []
    assert found(Function("clap", {})) == ["function-undefined"]
    assert found(Function("clip", {0: 1, 1: 2})) == ["parameter-type-invalid", "parameter-undefined"]
    assert found(Function("clip", {"words": 3})) == ["parameter-missing-required"]
    assert found(Function("clip", {0: "text"}), "data") == ["attribute-type-invalid"]
    assert errors_of(tag("hint", title=Function("clap", {})), MarkdocConfig(tags={"hint": HINT})) == []


def test_undefined_counts_as_missing() -> None:
    assert errors_of(tag("hint", title=UNDEFINED)) == ["attribute-type-invalid", "attribute-missing-required"]


def test_validators_see_the_ancestors() -> None:
    def only_in_hint(node: Node, config: MarkdocConfig) -> list[MarkdocError]:
        inside = any(parent.tag == "hint" for parent in config.parents)
        return [] if inside else [MarkdocError("lonely", "info", f"{node.tag} stands alone")]

    def even(value: Any, _: MarkdocConfig, key: str) -> list[MarkdocError]:
        return [] if value % 2 == 0 else [MarkdocError("odd", "warning", f"{key} is odd")]

    config = MarkdocConfig(
        tags={
            "hint": HINT,
            "mark": Schema(
                "mark",
                {
                    "n": AttributeSchema(CustomType("Even", even)),
                    "m": AttributeSchema("Number", validate=even),
                    "either": AttributeSchema(("String", CustomType("Even", even))),
                    "choice": AttributeSchema(matches=lambda config: [config.environment]),
                },
                validate=only_in_hint,
            ),
        },
        environment="preview",
    )
    check_errors(
        """
        {% mark n=1 m=3 either=5 choice="live" /%}
           ^^^^ info[lonely]
                  ^ warning[odd]
                      ^ warning[odd]
                                        ^^^^^^ error[attribute-value-invalid]

        {% hint title="x" %}
        {% mark n=2 m=4 choice="preview" /%}
        {% /hint %}
    """,
        config,
    )


def test_unknown_type_matches_nothing() -> None:
    odd = Schema(
        attributes={
            "a": AttributeSchema("Colour"),
            "b": AttributeSchema(CustomType("Silent")),
            "c": AttributeSchema(()),
        }
    )
    assert errors_of(tag("odd", a=1, b=1, c=1), MarkdocConfig(tags={"odd": odd})) == ["attribute-type-invalid"] * 3


def test_unknown_nodes() -> None:
    assert errors_of(Node("document", {}, [Node("marquee")])) == ["child-invalid", "node-undefined"]


def test_problems_from_parsing_come_first_and_keep_their_lines() -> None:
    found = validate(parse("{% hint title=5 %}\n\ntext").tree, SITE)
    assert [problem.id for _, problem in found] == ["missing-closing", "attribute-type-invalid"]
    assert [list(problem.lines or node.lines) for node, problem in found] == [[0, 1], [0, 1]]


def test_problem_with_its_own_lines() -> None:
    node = tag("hint", title="x")
    node.lines = [2, 3, 8, 9]
    node.errors = [
        MarkdocError("table-syntax", "critical", "", node.span, (5, 6)),
        MarkdocError("else", "error", "", node.span),
    ]
    assert [list(problem.lines or node.lines) for node, problem in validate(node, SITE)] == [[5, 6], [2, 3, 8, 9]]


def test_any_depth() -> None:
    node = tag("hnit")
    for _ in range(5_000):
        node = tag("hint", [node], title="x")
    assert errors_of(node) == ["tag-undefined"]
