"""Catalogues: round trips, problems and limits."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes import packages
from refrakt.runes.catalogue import (
    LARGEST,
    Catalogue,
    as_text,
    catalogue_reader,
    content_models,
    dump_catalogue,
    merge_with_builtin,
    read,
)
from refrakt.runes.content_model import Conditional, Custom, FieldSequence, Split
from refrakt.runes.packages import BUNDLED, bundled, collect
from refrakt.runes.rune import Attribute, Package, Rune

SCHEMA = Path(packages.__file__).with_name("catalogue.schema.json")

NOT_IN_CATALOGUES = ("verbatim", "needs", "build", "rendered_as", "theme", "part_themes")
"""How a rune is rendered, and what it shows of its content: the code of its package."""


def every_package() -> Iterator[Package]:
    yield from map(bundled, BUNDLED)
    yield collect("refrakt_plan.runes")


def catalogue(*runes: Any, **more: Any) -> str:
    return json.dumps({"version": 1, "package": {"name": "garden"}, "runes": list(runes), **more}, indent=2)


def load(text: str | bytes) -> tuple[Package | None, list[str]]:
    """The package and the problems of a catalogue, each `path: message`."""
    found = read(text)
    return found.package, [message for _, message in found.problems]


def dumps(package: Package) -> str:
    return as_text(dump_catalogue(Catalogue(package)))


def check(text: str, *problems: str) -> Package:
    """Load a catalogue that must return a package and exactly these problems, each `line:column: path: message`."""
    package, starts = read(text).package, line_starts(text)
    found = [(line_and_column(starts, span.start), message) for span, message in read(text).problems]
    assert [f"{line}:{column}: {message}" for (line, column), message in found] == list(problems)
    assert package is not None
    return package


def check_refused(text: str | bytes, start: str) -> None:
    package, ((span, message),) = read(text).package, read(text).problems
    assert package is None
    source = text if isinstance(text, str) else text.decode("utf-8-sig", "replace")
    line, column = line_and_column(line_starts(source), span.start)
    assert (message if start.startswith("$") else f"{line}:{column}: {message}").startswith(start)


# Round trip -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", [*every_package()], ids=lambda package: package.short)
def test_written_catalogue_can_be_read(package: Package) -> None:
    again = check(dumps(package))
    assert (again.name, again.short, again.about, again.version) == (
        package.name,
        package.short,
        package.about,
        package.version,
    )
    assert list(again.runes) == list(package.runes)
    for name, rune in package.runes.items():
        for field in fields(Rune):
            if field.name not in ("attributes", "catalogued", *NOT_IN_CATALOGUES):
                assert getattr(again.runes[name], field.name) == getattr(rune, field.name), (name, field.name)
        for ours, theirs in zip(rune.attributes, again.runes[name].attributes, strict=True):
            assert replace(theirs, rewrite=None) == replace(ours, rewrite=None)
            assert (theirs.rewrite is None) == (ours.rewrite is None)


def test_read_catalogue_can_be_written() -> None:
    for package in every_package():
        written = dump_catalogue(Catalogue(package))
        assert dump_catalogue(Catalogue(check(json.dumps(written)))) == written


def test_rewrite_of_values_is_kept_and_rewrite_by_code_is_marked() -> None:
    core = check(dumps(bundled("core")))
    shadow = next(each for each in core.runes["showcase"].attributes if each.name == "shadow")
    builtin = next(each for each in bundled("core").runes["showcase"].attributes if each.name == "shadow")
    assert shadow.rewrite is not None
    assert builtin.rewrite is not None
    assert [shadow.rewrite(each) for each in builtin.values] == [builtin.rewrite(each) for each in builtin.values]
    layout = next(each for each in core.runes["grid"].attributes if each.name == "layout")
    assert layout.rewrite is not None
    assert layout.rewrite("2 1") is UNDEFINED


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("", "1:1: $: not JSON"),
        ("{\n  'version': 1\n}", "2:3: $: not JSON"),
        (b"\xff\xfe{}", "1:1: $: not UTF-8"),
        ("[]", "1:1: $: a catalogue must be an object, not a list"),
        ('{"version": NaN}', "$: not JSON"),
        ('{"version": 1' + "0" * 5000 + "}", "$: not JSON"),
        ("[" * 100_000, "$: its values are nested too deep"),
        ('{"package": {"name": "garden"}}', "1:1: $: unsupported catalogue: no version; version 1 is supported"),
        ('{"version": 2}', "1:13: $.version: unsupported catalogue: version 2; version 1 is supported"),
        ('{"version": true}', "1:13: $.version: unsupported catalogue: version True"),
        ('{"version": 1}', "1:1: $.package: this must be an object, not null"),
        ('{"version": 1, "package": {}}', "1:27: $.package: a package needs a `name`"),
        ('{"version": 1, "package": {"name": "x"}, "runes": {}}', "1:51: $.runes: this must be a list, not an object"),
    ],
)
def test_invalid_catalogue_is_rejected(text: str | bytes, start: str) -> None:
    check_refused(text, start)


def test_a_catalogue_that_is_too_large_is_not_even_parsed() -> None:
    check_refused(" " * (LARGEST + 1), "$: this catalogue is larger than 16 MB")


def test_invalid_rune_is_ignored_and_the_others_are_kept() -> None:
    package = check(
        catalogue(
            {"name": "bed"},
            {"name": "seed bag"},
            {"name": "pot", "attributes": [{"name": "size", "type": "Litre"}]},
            7,
            {"name": "bed", "about": "another"},
            {"name": "tree", "preset": "wood"},
            {"name": "hedge", "aliases": "bush"},
        ),
        "11:15: $.runes[1].name: 'seed bag' is not a name; use up to 100 letters, digits, - and _; "
        "`seed bag` is ignored",
        "18:19: $.runes[2].attributes[0].type: 'Litre' is not a type; use String, Number, Boolean, Array, Object, "
        "SpaceSeparatedList or a list of these; `pot` is ignored",
        "22:5: $.runes[3]: this must be an object, not a number; this rune is ignored",
        "24:15: $.runes[4].name: duplicate rune `bed`; this one is ignored",
        "29:17: $.runes[5].preset: unknown preset 'wood'; `tree` is ignored",
        "33:18: $.runes[6].aliases: this must be a list, not text; `hedge` is ignored",
    )
    assert list(package.runes) == ["bed"]
    assert package.runes["bed"].about == ""


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"kind": "spiral"}, "unknown kind of content 'spiral'; use sequence, delimited, sections"),
        ({}, "unknown kind of content 'None'"),
        ([], "this must be an object, not a list"),
        ({"kind": "sequence", "fields": [{"name": "a"}]}, "`match` is missing"),
        ({"kind": "sequence", "fields": [{"name": "a", "match": "Heading 2"}]}, "'Heading 2' is not a match"),
        ({"kind": "sections", "heading": "heading:x"}, "'heading:x' must be `heading`, or `heading:1` to `heading:6`"),
        ({"kind": "sections", "body": {"kind": "custom"}}, "this must be a sequence"),
        ({"kind": "sections", "extract": [{"name": "a", "pattern": "(?=a)"}]}, "this pattern uses look-around"),
        ({"kind": "split", "level": 9}, 'this must be "first" or a heading level from 1 to 6'),
        ({"kind": "conditional", "when": [{"if": {}, "content": {}}]}, "a condition needs either `child` or"),
        ({"kind": "conditional"}, "this must be an object, not null"),
    ],
)
def test_invalid_content_model_leaves_the_content_unchecked(content: Any, problem: str) -> None:
    package, found = load(catalogue({"name": "bed", "content": content}))
    assert package is not None
    assert package.runes["bed"].content is None
    assert len(found) == 1
    assert found[0].partition(": ")[2].startswith(problem)
    assert found[0].endswith("; the content of `bed` is not checked")


def test_depth_of_content_models_is_limited() -> None:
    content: dict[str, Any] = {"kind": "sequence"}
    for _ in range(40):
        content = {"kind": "conditional", "default": content}
    _, found = load(catalogue({"name": "bed", "content": content}))
    assert [each.partition(": ")[2] for each in found] == [
        "content models are nested deeper than 8 levels; the content of `bed` is not checked"
    ]


def test_unknown_member_is_reported() -> None:
    package = check(
        catalogue({"name": "bed", "atributes": []}),
        "9:20: $.runes[0].atributes: `atributes` is unknown and is ignored",
    )
    assert list(package.runes) == ["bed"]


def test_number_of_problems_is_limited() -> None:
    _, found = load(catalogue(*({"name": f"rune {n}"} for n in range(5000))))
    assert len(found) == 101
    assert found[-1] == "$: 4,900 more problems are not listed"


def test_functions_variables_and_nodes_of_a_plain_project() -> None:
    text = catalogue(
        functions=["shout"],
        variables={"user": {"name": True}},
        nodes={"heading": [{"name": "id"}], "image": "wide"},
    )
    found = read(text)
    assert found.functions == ("shout",)
    assert found.variables == {"user": {"name": True}}
    assert found.nodes == {"heading": (Attribute("id"),)}
    assert [text.partition(": ")[2] for _, text in found.problems] == [
        "this must be a list, not text; this node is ignored"
    ]


# Patterns -------------------------------------------------------------------------------------------------------------


def test_attribute_with_an_invalid_pattern_is_kept_without_it() -> None:
    package = check(
        catalogue({"name": "bed", "attributes": [{"name": "size", "pattern": "(?=a)+"}]}),
        "12:22: $.runes[0].attributes[0].pattern: this pattern uses look-around, which is not supported; "
        "the values of `size` are not checked",
    )
    assert package.runes["bed"].attributes == (Attribute("size"),)


def test_number_of_patterns_is_limited() -> None:
    attributes = [{"name": f"a{n}", "pattern": f"^{n}$"} for n in range(502)]
    found = read(catalogue({"name": "bed", "attributes": attributes}))
    assert found.package is not None
    assert [each.name for each in found.package.runes["bed"].attributes if each.pattern is None] == ["a500", "a501"]
    assert found.problems[0][1].partition(": ")[2].startswith("this pattern is one of more than 500")


# Size -----------------------------------------------------------------------------------------------------------------


def test_reading_takes_time_proportional_to_the_number_of_runes() -> None:
    attribute = {"name": "size", "type": "String", "values": ["small", "large"], "pattern": "^[a-z]+$"}
    content = {"kind": "sequence", "fields": [{"name": "body", "match": "any", "optional": True, "greedy": True}]}
    rune = {"about": "One of very many", "attributes": [attribute], "content": content}

    def seconds(count: int) -> float:
        text = catalogue(*({"name": f"rune-{n}", **rune} for n in range(count)))
        start = time.process_time()
        assert len(check(text).runes) == count
        return time.process_time() - start

    few = min(seconds(1_000) for _ in range(3))
    assert seconds(10_000) < 40 * few  # quadratic time would be 100 times as much


# The schema for machines ----------------------------------------------------------------------------------------------


def test_json_schema_matches_the_reader() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    definitions = schema["$defs"]
    assert schema["properties"].keys() == catalogue_reader.TOP_KEYS
    assert schema["properties"]["package"]["properties"].keys() == catalogue_reader.PACKAGE_KEYS
    assert definitions["rune"]["properties"].keys() == catalogue_reader.RUNE_KEYS
    assert definitions["attribute"]["properties"].keys() == catalogue_reader.ATTRIBUTE_KEYS
    assert definitions["field"]["properties"].keys() == content_models.FIELD_KEYS
    assert definitions["item"]["properties"]["fields"]["items"]["properties"].keys() == content_models.ITEM_FIELD_KEYS
    kinds = {each["$ref"].rpartition("/")[2] for each in definitions["content"]["oneOf"]}
    assert kinds == content_models.CONTENT_KEYS.keys()
    for kind in kinds:
        assert definitions[kind]["properties"].keys() == content_models.CONTENT_KEYS[kind] | {"kind", "computed"}


# What is installed ----------------------------------------------------------------------------------------------------


def test_computed_models_come_from_the_builtin_definition() -> None:
    body = {"kind": "sequence", "fields": [{"name": "x", "match": "any"}]}
    installed = read(
        json.dumps(
            {
                "version": 1,
                "package": {"name": "@refrakt-md/core", "version": "0.1"},
                "runes": [
                    {"name": "tabs", "about": "theirs", "content": {"kind": "custom", "takes": "any"}},
                    {"name": "breadcrumb", "content": {**body, "computed": True}},
                    {"name": "hint", "content": body},
                    {"name": "pond", "content": body},
                ],
            }
        )
    )
    assert installed.computed == {"breadcrumb"}
    package = merge_with_builtin(installed, bundled("core"))
    assert package is not None
    assert package.version == "0.1"
    assert isinstance(package.runes["tabs"].content, Split)
    assert package.runes["tabs"].about == "theirs"
    assert isinstance(package.runes["breadcrumb"].content, Conditional)
    assert isinstance(package.runes["hint"].content, FieldSequence)
    assert package.runes["hint"].content != bundled("core").runes["hint"].content
    assert package.runes["pond"].content == package.runes["hint"].content
    assert Custom() not in [rune.content for rune in package.runes.values()]
