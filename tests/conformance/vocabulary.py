"""A small site vocabulary for generated documents: every kind of rule a schema can state, on the tags they use."""

from __future__ import annotations

from typing import Any

CONFIG: dict[str, Any] = {
    "tags": {
        "note": {
            "render": "aside",
            "attributes": {
                "type": {"type": "String", "matches": ["a", "note", "tip"], "default": "a"},
                "title": {"type": "String", "render": "data-title"},
                "n": {"type": "Number", "errorLevel": "warning"},
                "items": {"type": "Array"},
                "level": {"type": ["String", "Number"]},
                "primary": {"render": False},
            },
        },
        "card": {
            "render": "section",
            "slots": {"head": {"required": True}, "foot": {"render": False}},
            "attributes": {
                "title": {"type": "String", "required": True},
                "items": {"type": "Array"},
                "meta": {"type": "Object"},
            },
        },
        "mark": {
            "render": "mark",
            "inline": True,
            "attributes": {"content": {"type": "Boolean"}, "title": {"type": "String"}},
        },
        "pause": {"render": "hr", "selfClosing": True, "attributes": {"seconds": {"type": "Number", "required": True}}},
        "tabs": {"render": "div", "inline": False, "children": ["tag", "heading"], "attributes": {}},
        "2x": {"attributes": {"data-x": {"type": "Object", "matches": ["x"]}, "file": {"type": "String"}}},
        "comment": {"render": "q"},
    },
    "variables": {
        "v": "VALUE <&>",
        "flag": True,
        "n": 0.5,
        "list": ["first", "second", {"k": 3}],
        "page": {"title": "T", "role": "guest", "litres": 200, "a b": {"c": "deep"}, "k": None},
        "a-b": False,
    },
    "partials": {
        "footer.md": "The *footer* says {% $name %} and {% $v %}.\n\n{% note %}\n{% $flag %}\n{% /note %}\n",
        "loop.md": 'Again. {% partial file="loop.md" /%}',
        "x y": "Only {% if $flag %}text{% /if %}.",
    },
}

QUESTIONS = ["ast", "validate", "transform", "html"]
