"""A part of a program: a function, a class, a type.

For reference pages written by hand or by a tool. Classes, interfaces and modules have structure: level-three headings
are groups such as methods, level-four headings the members in them. The other kinds are a head and a body.
"""

from __future__ import annotations

from refrakt.runes.content_model import Condition, Conditional, Split, many, rest, sequence
from refrakt.runes.rune import choice, rune, text

_BODY = "heading|paragraph|fence|list|blockquote|tag|hr|table"
_KINDS = "function class interface enum type module hook component"

symbol = rune(
    "symbol",
    "Describes a function, class, type or module",
    category="Code & Data",
    schema_type="TechArticle",
    attributes=[
        choice("kind", _KINDS, "Kind of the symbol", default="function"),
        text("lang", "Programming language", default="typescript"),
        text("since", "Version that added it", default=""),
        text("deprecated", "Deprecation note: version or reason", default=""),
        text("source", "URL of the source code", default=""),
    ],
    content=Conditional(
        when=(
            (
                Condition(attribute="kind", values=("class", "interface", "module")),
                Split(level=3, preamble=_BODY, emit="symbol-group", headless=_BODY),
            ),
        ),
        default=sequence(many("header", "heading|paragraph|image"), many("body", _BODY)),
    ),
    sample="""
        {% symbol kind="function" lang="python" since="2.1" %}
        ## tide_at

        The height of the water at a place and time.

        ```python
        def tide_at(place: Place, when: datetime) -> Metres: ...
        ```

        - **place**: a harbour from the list
        - **when**: any moment of the next year
        {% /symbol %}
    """,
)

symbol_group = rune(
    "symbol-group",
    "Groups members of one kind, such as methods",
    parents="symbol",
    content=Split(level=4, emit="symbol-member"),
    sample="""
        {% symbol kind="class" lang="python" %}
        ## Harbour

        A place with a tide table.

        {% symbol-group %}
        ### Methods

        #### open_at

        Whether ships may enter at that hour.

        #### moor

        Books a berth and returns its number.
        {% /symbol-group %}
        {% /symbol %}
    """,
)

symbol_member = rune(
    "symbol-member",
    "Describes one member of a symbol",
    parents="symbol-group symbol",
    content=rest("body"),
    sample="""
        {% symbol kind="interface" %}
        ## Buoy

        {% symbol-group %}
        ### Properties

        {% symbol-member %}
        #### colour

        Red to port, green to starboard.
        {% /symbol-member %}
        {% /symbol-group %}
        {% /symbol %}
    """,
)
