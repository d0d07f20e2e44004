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
        slim = {str(key): canonical(each) for key, each in value.items()}
        return {key: each for key, each in sorted(slim.items()) if not _empty(each)}
    if isinstance(value, list):
        return [canonical(each) for each in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return int(value)
    return value


def tree(ast: Any) -> Any:
    """A syntax tree as `to_json` gives it, with its problems reduced to what both engines must agree on."""
    if not isinstance(ast, dict):
        return ast
    plain = {key: each for key, each in ast.items() if key not in ("children", "slots", "errors")}
    out = canonical(plain)
    if ast.get("errors"):
        out["errors"] = sorted((error["id"], error["level"]) for error in ast["errors"])
    if ast.get("slots"):
        out["slots"] = {name: tree(slot) for name, slot in sorted(ast["slots"].items())}
    if ast.get("children"):
        out["children"] = [tree(child) for child in ast["children"]]
    return out


def problems(found: list[dict[str, Any]]) -> list[tuple[str, str, str, tuple[int, ...]]]:
    """Validation results: what, how bad, on which kind of node, on which lines; in no particular order."""
    return sorted((each["id"], each["level"], each["type"], tuple(each.get("lines") or ())) for each in found)


def rendered(value: Any) -> Any:
    """A renderable tree."""
    return canonical(value)


def first_difference(ours: Any, theirs: Any, path: str = "") -> str | None:
    """Where two JSON values part, as one line a person can act on."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}):
            if key not in ours:
                return f"{path}.{key}: ours has none, reference {_short(theirs[key])}"
            if key not in theirs:
                return f"{path}.{key}: ours {_short(ours[key])}, reference has none"
            if found := first_difference(ours[key], theirs[key], f"{path}.{key}"):
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        for index, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
            if found := first_difference(mine, other, f"{path}[{index}]"):
                return found
        if len(ours) != len(theirs):
            return f"{path}: ours has {len(ours)} {_heads(ours)}, reference {len(theirs)} {_heads(theirs)}"
        return None
    if ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool):
        return None
    return f"{path}: ours {_short(ours)}, reference {_short(theirs)}"


def _empty(value: Any) -> bool:
    return value is None or value == {} or value == []


def _short(value: Any) -> str:
    if isinstance(value, dict) and "type" in value:
        return f"<{value['type']} {value.get('tag', '')}>"
    text = ascii(value)
    return text if len(text) <= 160 else text[:157] + "…"


def _heads(values: list[Any]) -> str:
    return _short([value.get("tag") or value.get("type") if isinstance(value, dict) else value for value in values])
