"""The forms in which two trees are compared.

Keys that hold nothing say nothing, so they go: undefined, null, `{}` and `[]`. The wording of a problem is each
engine's own and the place of a syntax error depends on the parser generator, so problems count by id and level.
"""

from __future__ import annotations

from typing import Any

UNDEFINED = {"$undefined": True}


def canonical(value: Any) -> Any:
    """JSON with every empty key left out, at every depth."""
    if isinstance(value, dict):
        if value == UNDEFINED:
            return None
        return {str(key): each for key, every in value.items() if not _empty(each := canonical(every))}
    if isinstance(value, list):
        return [canonical(each) for each in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return int(value)
    return value


def tree(ast: Any) -> Any:
    """A syntax tree as `to_json` gives it, with its problems reduced to what both engines must agree on."""
    out: dict[str, Any] = {"type": ast["type"], "inline": ast["inline"], "lines": ast["lines"]}
    for key in ("tag", "location"):
        if key in ast:
            out[key] = ast[key]
    out["attributes"], out["annotations"] = _attributes(ast)
    if errors := ast.get("errors"):
        out["errors"] = sorted(f"{error['id']} {error['level']}" for error in errors)
    if slots := ast.get("slots"):
        out["slots"] = {name: tree(slot) for name, slot in slots.items()}
    if children := ast.get("children"):
        out["children"] = [tree(child) for child in children]
    return out


def _attributes(ast: dict[str, Any]) -> tuple[Any, Any]:
    """Attributes and annotations, without the two values that differ on purpose where `class=…` and `.name` meet."""
    attributes, annotations = ast.get("attributes") or {}, ast.get("annotations") or []
    if any(each["type"] == "class" for each in annotations):
        annotations = [{**each, "value": None} if each["name"] == "class" else each for each in annotations]
        if isinstance(attributes.get("class"), list):
            attributes = {**attributes, "class": None}
    return canonical(attributes), canonical(annotations)


def problems(found: list[dict[str, Any]]) -> list[str]:
    """Validation results: what, how bad, on which kind of node, on which lines; in no particular order."""
    return sorted(" ".join(map(str, (each["id"], each["level"], each["type"], each["lines"]))) for each in found)


def rendered(value: Any) -> Any:
    """A renderable tree."""
    return canonical(value)


def first_difference(ours: Any, theirs: Any) -> str | None:
    """Where two JSON values part, as one line a person can act on."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours.keys() ^ theirs.keys():
            if key in ours:
                return f".{key}: ours {_short(ours[key])}, reference has none"
            return f".{key}: ours has none, reference {_short(theirs[key])}"
        for key, mine in ours.items():
            if found := first_difference(mine, theirs[key]):
                return f".{key}{found}"
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        for index, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
            if found := first_difference(mine, other):
                return f"[{index}]{found}"
        if len(ours) != len(theirs):
            return f": ours has {len(ours)} {_heads(ours)}, reference {len(theirs)} {_heads(theirs)}"
        return None
    if ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool):
        return None
    return f": ours {_short(ours)}, reference {_short(theirs)}"


def _empty(value: Any) -> bool:
    return value is None or value == {} or value == []


def _short(value: Any) -> str:
    if isinstance(value, dict) and "type" in value:
        return f"<{value['type']} {value.get('tag', '')}>"
    text = ascii(value)
    return text if len(text) <= 160 else text[:157] + "…"


def _heads(values: list[Any]) -> str:
    return _short([value.get("tag") or value.get("type") if isinstance(value, dict) else value for value in values])
