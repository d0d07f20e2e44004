"""HTML that a page shows as text, such as the source of a preview, in a form that can be compared.

The reference's leaks and doubled classes are in these texts too, where the comparison of trees cannot leave them out.
"""

from __future__ import annotations

import re
from typing import Any

_LEAKED = re.compile(r' (?:marker|reading|dropcap)="[^"]*"')
_CLASSES = re.compile(r'class="([^"]*)"')


def without_leaks(tree: Any) -> Any:
    """A recorded tree without leaks and doubled classes in the HTML that it shows."""
    if isinstance(tree, str):
        return _CLASSES.sub(_classes_once, _LEAKED.sub("", tree)) if "</" in tree else tree
    if isinstance(tree, list):
        return [without_leaks(each) for each in tree]
    if isinstance(tree, dict) and "children" in tree:
        return {**tree, "children": without_leaks(tree["children"])}
    return tree


def _classes_once(found: re.Match[str]) -> str:
    return f'class="{" ".join(dict.fromkeys(found[1].split(" ")))}"'
