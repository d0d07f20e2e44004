"""Transformation: nodes, tags, conditions, partials, slots, functions and variables."""

from __future__ import annotations

from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Renderable, Tag, render_html
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.resolve_values import resolve
from refrakt.markdoc.schema import (
    AttributeSchema,
    CustomType,
    FunctionSchema,
    MarkdocConfig,
    RenderGenerator,
    RenderRequest,
    Schema,
    Slot,
)
from refrakt.markdoc.transform import transform, transform_attributes, transform_children
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED, Function, Variable

SITE = MarkdocConfig(
    tags={
        "box": Schema(
            "box", {"a": AttributeSchema(), "wide": AttributeSchema("Boolean", default=False, render="data-wide")}
        )
    },
    variables={
        "name": "Ada",
        "none": None,
        "no": False,
        "zero": 0,
        "empty": "",
        "deep": {"list": [1, {"x": "found"}], "two words": 2},
        "smile": "a😀b",
    },
)


def html(source: str, config: MarkdocConfig = SITE, options: ParseOptions | None = None) -> str:
    """The HTML of a page, without the article around it."""
    text = render_html(transform(parse(source, options).tree, config))
    return text.removeprefix("<article>").removesuffix("</article>")


def value_of(value: Any, config: MarkdocConfig = SITE) -> Renderable:
    return transform(Node("text", {"content": value}), config)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# One {% #top %}", '<h1 id="top">One </h1>'),
        ("a *b* **c** ~~d~~ `e`", "<p>a <em>b</em> <strong>c</strong> <s>d</s> <code>e</code></p>"),
        ("two\nlines", "<p>two lines</p>"),
        ("hard\\\nbreak", "<p>hard<br>break</p>"),
        ('[x](/y "z") ![w](/v.png)', '<p><a href="/y" title="z">x</a> <img src="/v.png" alt="w"></p>'),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("3. a", '<ol start="3"><li>a</li></ol>'),
        ("> a", "<blockquote><p>a</p></blockquote>"),
        ("---", "<hr>"),
        ("```py\n1 < 2\n```", '<pre data-language="py">1 &lt; 2\n</pre>'),
        ("|a|\n|:-|\n|b|", None),
        ("text {% .x .y %}", '<p class="x y">text </p>'),
        ("{% unknown %}\nstill here\n{% /unknown %}", "<p>still here</p>"),
    ],
)
def test_markdown(source: str, expected: str | None) -> None:
    table = (
        '<table><thead><tr><th align="left">a</th></tr></thead><tbody><tr><td align="left">b</td></tr></tbody></table>'
    )
    assert html(source) == (table if expected is None else expected)


def test_attributes_are_renamed_hidden_and_defaulted() -> None:
    assert html("{% box a=1 b=2 /%}") == '<box a="1" data-wide="false"></box>'
    assert (
        html('{% box wide=true class={on: true, off: false, "2": 1} /%}') == '<box class="2 on" data-wide="true"></box>'
    )


@pytest.mark.parametrize(
    ("condition", "met"),
    [("true", True), ("false", False), ("null", False), ("$none", False), ("$no", False), ("$missing", False)]
    + [("$zero", True), ("$empty", True), ("not($no)", True), ("and(true, $no)", False), ("or($no, $name)", True)],
)
def test_conditions(condition: str, met: bool) -> None:
    assert html(f"{{% if {condition} %}}\nyes\n{{% else /%}}\nno\n{{% /if %}}") == (
        "<p>yes</p>" if met else "<p>no</p>"
    )


def test_first_true_branch_is_rendered() -> None:
    page = "{% if $no %}\na\n{% else $zero /%}\nb\n{% else /%}\nc\n{% /if %}"
    assert html(page) == "<p>b</p>"


def test_variables() -> None:
    assert value_of(Variable(("deep", "list", 1, "x"))) == "found"
    assert value_of(Variable(("deep", "two words"))) == 2
    assert value_of(Variable(("deep", "list", "length"))) == 2
    assert value_of(Variable(("smile", "length"))) == 4
    assert value_of(Variable(("none",))) is None
    assert value_of(Variable(("none", "x"))) is UNDEFINED
    assert value_of(Variable(("missing", "x"))) is UNDEFINED
    assert value_of(Variable(("x",)), MarkdocConfig()) is UNDEFINED
    assert value_of({"a": [Variable(("name",))]}) == {"a": ["Ada"]}


def test_functions() -> None:
    def call(name: str, *values: Any) -> Renderable:
        return value_of(Function(name, dict(enumerate(values))))

    deep = Variable(("deep",))
    assert call("equals", 1, 1.0, 1) is True
    assert call("equals", 0, False) is False
    assert call("equals", deep, deep) is True
    assert call("equals", [1], [1]) is False
    assert call("default", Variable(("missing",)), "b") == "b"
    assert call("default", Variable(("none",)), "b") is None
    assert call("debug", {"b": [1.5, None], "1": "é"}) == '{\n  "1": "é",\n  "b": [\n    1.5,\n    null\n  ]\n}'
    assert call("debug", Variable(("missing",))) is UNDEFINED
    assert call("not") is True
    assert call("unknown") is None


def test_a_function_of_the_site() -> None:
    shout = FunctionSchema(lambda parameters, config: f"{parameters[0]}{parameters['mark']}")
    config = MarkdocConfig(functions={"shout": shout}, variables={"name": "Ada"})
    assert html('{% shout($name, mark="!") %}', config) == "Ada!"


def test_resolving_copies_only_changed_nodes() -> None:
    tree = parse("# Plain\n\nHello {% $name %}").tree
    resolved = resolve(tree, SITE)
    assert resolved is not tree
    assert resolved.children[0] is tree.children[0]
    assert resolved.children[1].children[0].children[1].attributes == {"content": "Ada"}
    assert tree.children[1].children[0].children[1].attributes == {"content": Variable(("name",))}


def partials(**sources: str) -> MarkdocConfig:
    trees = {name: parse(source).tree for name, source in sources.items()}
    return MarkdocConfig(tags=SITE.tags, variables={"name": "Ada"}, partials=trees)


def test_partials_see_their_own_and_outer_variables() -> None:
    config = partials(hello="{% $word %} {% $name %}")
    assert html('{% partial file="hello" variables={word: "Hi"} /%}', config) == "<p>Hi Ada</p>"
    assert transform(parse('{% partial file="nowhere" /%}').tree, config) == Tag("article", {}, [None])


def test_a_partial_of_several_trees() -> None:
    config = MarkdocConfig(partials={"both": [parse("a").tree, parse("# b").tree]})
    assert html('{% partial file="both" /%}', config) == "<p>a</p><h1>b</h1>"


def test_a_partial_that_includes_itself_ends() -> None:
    config = partials(
        loop='round\n\n{% partial file="loop" /%}',
        ping='ping\n\n{% partial file="pong" /%}',
        pong='pong\n\n{% partial file="ping" /%}',
    )
    assert html('{% partial file="loop" /%}', config) == "<p>round</p>"
    assert html('{% partial file="ping" /%}', config) == "<p>ping</p><p>pong</p>"


def test_recursive_partial_with_a_nested_value() -> None:
    config = partials(
        node='{% $at.name %}\n\n{% if $at.next %}\n{% partial file="node" variables={at: $at.next} /%}\n{% /if %}'
    )
    source = '{% partial file="node" variables={at: {name: 1, next: {name: 2, next: {name: 3}}}} /%}'
    assert html(source, config) == "<p>1</p><p>2</p><p>3</p>"


def test_partials_are_limited() -> None:
    again = '{% partial file="bomb" variables={x: [$x]} /%}'
    config = partials(bomb=f"boom\n\n{again}\n\n{again}")
    booms = html(again, config).count("boom")
    assert 100 < booms <= 2_000


def test_slots_become_attributes() -> None:
    card = Schema("card", slots={"head": Slot(), "foot": Slot(render="data-foot"), "note": Slot(render=False)})
    source = "{% card %}\n" + "".join(
        f'{{% slot "{name}" %}}\n{name}\n{{% /slot %}}\n' for name in ("head", "foot", "note")
    )
    rendered = transform(
        parse(f"{source}rest\n{{% /card %}}", ParseOptions(slots=True)).tree, MarkdocConfig(tags={"card": card})
    )
    attributes = {"head": [Tag("p", {}, ["head"])], "data-foot": [Tag("p", {}, ["foot"])]}
    assert rendered == Tag("article", {}, [Tag("card", attributes, [Tag("p", {}, ["rest"])])])


def test_schema_transform_may_be_a_function() -> None:
    def section(node: Node, config: MarkdocConfig) -> Renderable:
        return Tag(
            "section", transform_attributes(node, config), [len(node.children), *transform_children(node, config)]
        )

    assert html(
        "{% s #a %}\nx {% $name %}\n{% /s %}",
        MarkdocConfig(tags={"s": Schema(transform=section)}, variables={"name": 1}),
    ) == ('<section id="a">1<p>x 1</p></section>')


def test_schema_transform_may_be_a_generator() -> None:
    def last_first(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
        last: Renderable = yield RenderRequest(node.children[-1], config)
        others: list[Renderable] = yield RenderRequest(node.children[:-1], config)
        return [last, *others]

    config = MarkdocConfig(tags={"turn": Schema(transform=last_first)})
    assert html("{% turn %}\na\n\nb\n\nc\n{% /turn %}", config) == "<p>c</p><p>a</p><p>b</p>"


def test_a_type_may_change_how_a_value_renders() -> None:
    upper = CustomType("Upper", transform=lambda value, config: str(value).upper())
    config = MarkdocConfig(tags={"t": Schema("t", {"a": AttributeSchema(upper)})})
    assert html('{% t a="x" /%}', config) == '<t a="X"></t>'


def test_several_trees_at_once() -> None:
    trees = [parse("a").tree.children[0], Node("text", {"content": Variable(("deep", "list"))})]
    assert transform(trees, SITE) == [Tag("p", {}, ["a"]), 1, {"x": "found"}]


def test_any_depth() -> None:
    node = Node("text", {"content": Variable(("name",))})
    for level in range(5_000):
        node = Node("tag", {"primary": True}, [node], "if") if level % 2 else Node("tag", {}, [node], "box")
    text = render_html(transform(node, SITE))
    assert text.count("<box") == 2_500
    assert ">Ada</box>" in text
