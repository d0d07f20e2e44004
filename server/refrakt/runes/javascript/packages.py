"""What the known packages export: Markdoc, its integrations with Next.js, Astro and Starlight, lodash and Keystatic.

Packages are never read from disk. These tables are what schemas import from them; any other export is unknown.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence

from refrakt.markdoc.builtins import FUNCTIONS
from refrakt.runes.javascript.keystatic import content_components, keystatic
from refrakt.runes.javascript.schema_values import builtin_nodes, builtin_tags, tag_values
from refrakt.runes.javascript.values import (
    UNDEFINED,
    BuiltinType,
    ComponentName,
    JsArray,
    JsClass,
    JsObject,
    NativeFunction,
    Property,
    Unknown,
    Value,
    force,
    open_reason,
)

_DEEPEST_MERGE = 10

_NEXT_TAGS = {
    "comment": "",
    "head": "",
    "image": "src! alt! width!:Number height!:Number fill:Boolean sizes quality:Number priority:Boolean "
    "placeholder=blur|empty loading=lazy|eager blurDataURL",
    "link": "href! as passHref:Boolean prefetch:Boolean replace:Boolean scroll:Boolean shallow:Boolean locale:Boolean target",
    "script": "src! strategy=beforeInteractive|afterInteractive|lazyOnload",
}
_ELEMENT = "class dir=ltr|rtl|auto hidden=|hidden|until-found id lang role style title"
_ANCHOR = f"{_ELEMENT} download href hreflang media ping rel target=_self|_blank|_parent|_top"
_STARLIGHT_TAGS = {
    "aside": "icon title type=note|danger|caution|tip",
    "badge": f"{_ELEMENT} text! size=small|medium|large variant=note|tip|danger|caution|success",
    "card": "icon title!",
    "cardgrid": "stagger:Boolean",
    "code": "class code! hangingIndent:Number lang meta locale frame=auto|code|terminal|none preserveIndent:Boolean title "
    "useDiffSyntax:Boolean wrap:Boolean",
    "filetree": "",
    "icon": "class color label name! size",
    "linkbutton": f"{_ANCHOR} href! icon iconPlacement=start|end variant=primary|secondary|minimal",
    "linkcard": f"{_ANCHOR} description href! title!",
    "steps": "",
    "tabitem": "icon label!",
    "tabs": "syncKey",
}
_STARLIGHT_COMPONENTS = {
    "aside": "Aside",
    "badge": "Badge",
    "card": "Card",
    "cardgrid": "CardGrid",
    "code": "Code",
    "filetree": "FileTree",
    "icon": "Icon",
    "linkbutton": "LinkButton",
    "linkcard": "LinkCard",
    "steps": "Steps",
    "tabitem": "TabItem",
    "tabs": "Tabs",
}
_STARLIGHT_FENCE = {"fence": "content! language frame=auto|code|terminal|none meta title"}


_PURE_FUNCTIONS = ("parse", "transform", "validate", "format", "resolve")


def _returned(value: Callable[[], Value]) -> NativeFunction:
    return NativeFunction("preset", lambda _: value())


def first_argument(arguments: Sequence[Property]) -> Value:
    return force(arguments[0]) if arguments else UNDEFINED


def _markdoc() -> JsObject:
    exports = JsObject(open="an export of `@markdoc/markdoc` is not known")
    exports.set("nodes", builtin_nodes())
    exports.set("tags", builtin_tags())
    exports.set("functions", JsObject({name: JsObject() for name in FUNCTIONS}))
    exports.set("Tag", JsClass("Tag", JsObject()))
    attributes = {"class": JsObject(), "id": JsObject({"type": BuiltinType("String")})}
    exports.set("globalAttributes", JsObject(dict(attributes)))
    for name in _PURE_FUNCTIONS:
        exports.set(name, _pure(name))
    exports.set("renderers", JsObject({name: _pure(name) for name in ("html", "react", "reactStatic")}))
    exports.set("default", exports)
    return exports


def _pure(name: str) -> NativeFunction:
    """A function that changes none of its arguments, so that a config that is passed to it stays known."""
    return NativeFunction(name, lambda _: Unknown(f"the result of `{name}` is not computed", name))


def _next_plugin() -> JsObject:
    """`withMarkdoc(options)(config)` is the config, as far as callers read it."""
    adds = NativeFunction("withMarkdoc", first_argument)
    return JsObject({"default": NativeFunction("withMarkdoc", lambda _: adds)})


def _next_tags() -> JsObject:
    tags = tag_values(_NEXT_TAGS)
    return JsObject({**tags.properties, "default": tags})


def _astro_nodes() -> JsObject:
    nodes = builtin_nodes()
    heading = tag_values({"heading": "id level!:Number"}).get("heading")
    if isinstance(heading, JsObject):
        heading.set("children", JsArray(["inline"]))
        heading.properties.pop("render")
        nodes.set("heading", heading)
    return nodes


def _astro() -> JsObject:
    markdoc = _markdoc()
    return JsObject(
        {
            "defineMarkdocConfig": NativeFunction("defineMarkdocConfig", first_argument),
            "component": NativeFunction("component", _astro_component),
            "nodes": _astro_nodes(),
            "tags": builtin_tags(),
            "functions": markdoc.properties["functions"],
            "Markdoc": markdoc,
        },
        open="an export of `@astrojs/markdoc/config` is not known",
    )


def _astro_component(arguments: Sequence[Property]) -> Value:
    """`component('./Aside.astro')`, `component('package', 'Aside')`."""
    names = [name for name in map(force, arguments[:2]) if isinstance(name, str)]
    return ComponentName(posixpath.splitext(posixpath.basename(names[-1]))[0] if names else "")


def _fence_preset() -> JsObject:
    return JsObject(
        {"default": _returned(lambda: JsObject({"nodes": JsObject({"fence": builtin_nodes().get("fence")})}))}
    )


def _starlight_preset() -> JsObject:
    nodes = tag_values(_STARLIGHT_FENCE)
    nodes.set("heading", _astro_nodes().get("heading"))
    return JsObject({"tags": tag_values(_STARLIGHT_TAGS, _STARLIGHT_COMPONENTS), "nodes": nodes})


def _starlight() -> JsObject:
    return JsObject({"default": _returned(_starlight_preset)}, open="an export of Starlight's preset is not known")


def _lodash() -> JsObject:
    merge = NativeFunction("merge", _merge)
    return JsObject({"merge": merge}, open="lodash is not evaluated")


def _lodash_merge() -> JsObject:
    return JsObject({"default": NativeFunction("merge", _merge)})


def _merge(arguments: Sequence[Property]) -> Value:
    target = first_argument(arguments)
    if not isinstance(target, JsObject):
        return Unknown(open_reason(target, "a merged object is not known"))
    for argument in map(force, arguments[1:]):
        if isinstance(argument, JsObject):
            _merge_into(target, argument, 0)
        elif isinstance(argument, Unknown):
            target.mark_replaced(argument.reason)
    return target


def _merge_into(target: JsObject, source: JsObject, depth: int) -> None:
    if source.open is not None:
        target.mark_replaced(source.open)
    for key, value in source.properties.items():
        old, new = force(target.properties.get(key, UNDEFINED)), force(value)
        if isinstance(old, JsObject) and isinstance(new, JsObject) and depth < _DEEPEST_MERGE:
            _merge_into(old, new, depth + 1)
        elif new is not UNDEFINED:
            target.set(key, value, source.definitions.get(key))


CHECKERS = frozenset(
    {
        *("assert", "node:assert", "assert/strict", "node:assert/strict", "tiny-invariant", "invariant"),
        *("zod", "zod/v4", "zod/mini", "yup", "joi", "valibot", "superstruct", "ajv", "@sinclair/typebox", "arktype"),
    }
)
"""Packages whose functions check values: what is passed to them stays known. Their results are unknown."""

PACKAGES: Mapping[str, Callable[[], JsObject]] = {
    "@markdoc/markdoc": _markdoc,
    "@markdoc/next.js": _next_plugin,
    "@markdoc/next.js/tags": _next_tags,
    "@astrojs/markdoc/config": _astro,
    "@astrojs/markdoc/shiki": _fence_preset,
    "@astrojs/markdoc/prism": _fence_preset,
    "@astrojs/starlight-markdoc": _starlight,
    "lodash": _lodash,
    "lodash-es": _lodash,
    "lodash/merge": _lodash_merge,
    "lodash.merge": _lodash_merge,
    "@keystatic/core": keystatic,
    "@keystatic/core/content-components": content_components,
}
