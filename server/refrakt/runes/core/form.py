"""A form, written as lists.

A list item is a field whose type follows from its name; parentheses after it may contain `optional` or `placeholder:`. A quote
followed by a list is a choice, a heading starts a group, a line all in bold is the button, and any other quote is help text.

Fields are built from plain text: links, images and inline code in them are dropped.
"""

from __future__ import annotations

import re
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import EMPTY, Custom
from refrakt.runes.output.form_fields import FIELD, form_fields
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, with_attributes
from refrakt.runes.rune import choice, flag, required, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme

_PLAIN = {"submit": "button", "separator": "hr", "help": "p", "description": "p"}
"""Elements of a form that take no input."""


def _build(form: RuneBuilder) -> Tag:
    body = [
        with_attributes(child, data_field="field")
        if isinstance(child, Tag) and child.name == "div" and child.attributes.get("data-rune") == FIELD
        else child
        for child in form.render(form_fields(form.nodes("children")))
    ]
    fields = {
        "action": form.text("action"),
        "method": form.text("method") or "POST",
        "success": form.text("success"),
        "error": form.text("error"),
        "variant": form.text("variant") or "stacked",
        "honeypot": form.text("honeypot") or "true",
    }
    return form.element("form", [part("body", "div", body)], fields=fields)


def _build_field(field: RuneBuilder) -> Tag:
    name, kind = field.text("name"), field.text("fieldType") or "text"
    if kind in _PLAIN:
        shown = "text" if kind == "description" else kind
        return part(shown, _PLAIN[kind], [name] if name else [], type="submit" if kind == "submit" else None)
    if kind == "group":
        return Tag("fieldset", {"class": "rf-form-fieldset"}, [Tag("legend", {}, [name])])
    required = field.attributes["required"] is not False
    star = [Tag("span", {"data-name": "required", "aria-hidden": "true"}, ["*"])] if required else []
    options = [option.strip() for option in field.text("options").split(",") if option.strip()]
    key = "field-" + re.sub(r"\s+", "-", name.lower())
    if kind in ("radio", "checkbox"):
        # The first of some radio buttons makes the choice required; of checkboxes each would be required by itself.
        choices = [_choice(kind, key, each, required and kind == "radio" and not n) for n, each in enumerate(options)]
        children: list[Renderable] = [meta(kind, data_field="field-type"), Tag("legend", {}, [name, *star]), *choices]
        return field.element("fieldset", children, attributes={"class": "rf-form-choice-group"})
    label = Tag("label", {"for": key}, [name, *star])
    given: dict[str, Any] = {"id": key, "name": key}
    given |= {"placeholder": field.text("placeholder")} if field.text("placeholder") and kind != "select" else {}
    given |= {"required": ""} if required else {}
    body = part("body", "div", [label, _input(kind, given, options)])
    return field.element("div", [body], fields={"fieldType": kind})


def _choice(kind: str, key: str, option: str, required: bool) -> Tag:
    given = {"type": kind, "name": key, "value": option} | ({"required": ""} if required else {})
    return Tag("label", {"class": "rf-form-choice"}, [Tag("input", given), Tag("span", {}, [option])])


def _input(kind: str, given: dict[str, Any], options: list[str]) -> Tag:
    if kind == "textarea":
        return Tag("textarea", {**given, "rows": "4"})
    if kind == "select":
        prompt = Tag("option", {"value": "", "disabled": "", "selected": ""}, ["Select an option"])
        return Tag("select", given, [prompt, *(Tag("option", {"value": each}, [each]) for each in options)])
    return Tag("input", {"type": kind, **given})


form = rune(
    "form",
    "Turns lists and questions into a form",
    aliases="contact-form",
    category="Content",
    attributes=[
        required(text("action", "URL that receives the form data")),
        choice("method", "GET POST", "HTTP method"),
        text("success", "Message after a successful submission"),
        text("error", "Message after a failed submission"),
        choice("variant", "stacked inline compact", "Layout of the fields"),
        text("name", "Name of the form"),
        flag("honeypot", "Add a hidden field against spam bots"),
    ],
    content=Custom(),
    build=_build,
    theme=RuneTheme(
        "form",
        modifiers={
            "variant": Modifier(default="stacked"),
            "action": Modifier(),
            "method": Modifier(default="POST"),
            "success": Modifier(),
            "error": Modifier(),
            "honeypot": Modifier(default="true"),
        },
        sections={"body": "body"},
        interactive=True,
        default_density="full",
        default_elevation="flat",
        edit_hints={"body": "none"},
    ),
    sample="""
        {% form action="/api/tours" method="POST" success="See you at the pier!" %}
        ## Your visit

        - Name
        - Email (placeholder: you@example.org)
        - Phone (optional)

        > Which tour do you want?

        - Morning
        - Sunset

        > We only write to you about this tour.

        **Book a place**
        {% /form %}
    """,
    snippet="""
        {% form action="${1:/api/contact}" %}
        - ${2:Name}
        - ${3:Email}
        - ${4:Message (optional)}

        **${5:Send}**
        {% /form %}
    """,
)

form_field = rune(
    "form-field",
    "One field of a form",
    attributes=[
        text("name", "Label of the field"),
        text("fieldType", "Type of the input, such as email"),
        flag("required", "Whether a value is required"),
        text("placeholder", "Placeholder text"),
        text("options", "Options, separated by commas"),
    ],
    content=EMPTY,
    parents="form",
    internal=True,
    build=_build_field,
    theme=RuneTheme("form-field", modifiers={"fieldType": Modifier()}, parent="form"),
    sample="""
        {% form action="/api/orders" %}
        {% form-field name="Size" fieldType="select" options="Small, Medium, Large" required=true /%}

        **Order**
        {% /form %}
    """,
)
