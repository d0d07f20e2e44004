"""The default stylesheet: readable pages, light and dark, where a site has no stylesheet of its own.

Its files are in `stylesheets/`. Their order matters: later ones override earlier ones.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_FILES = ("tokens", "prose", "runes", "layouts", "code")


@cache
def default_stylesheet() -> str:
    """The text of the default stylesheet."""
    folder = files("refrakt.theme").joinpath("stylesheets")
    return "\n".join(folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in _FILES)
