"""HTML that a page shows as text, such as the source of a preview, in a form that can be compared.

The reference's leaks and doubled classes are in these texts too, where the comparison of trees cannot leave them out. Attributes
are compared in any order, as everywhere else.
"""

from __future__ import annotations

import re
from typing import Any

from parity.theme_recordings import IGNORED

_OPENING = re.compile(r'<([a-z][\w-]*)((?: [^\s=<>"/]+(?:="[^"]*")?)*)( /)?>')
_ATTRIBUTE = re.compile(r' ([^\s=<>"/]+)(?:="([^"]*)")?')


def without_leaks(tree: Any) -> Any:
    """A tree without leaks and doubled classes in the HTML that it shows."""
    if isinstance(tree, str):
        return _OPENING.sub(_opening, tree) if "</" in tree else tree
    if isinstance(tree, list):
        return [without_leaks(each) for each in tree]
    if isinstance(tree, dict) and "children" in tree:
        return {**tree, "children": without_leaks(tree["children"])}
    return tree


def _opening(found: re.Match[str]) -> str:
    kept = sorted(
        f' {name}="{" ".join(sorted(set(value.split(" "))))}"' if name == "class" else f' {name}="{value}"'
        for name, value in _ATTRIBUTE.findall(found[2])
        if name not in IGNORED
    )
    return f"<{found[1]}{''.join(kept)}{found[3] or ''}>"
