"""The runes every site has."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/runes", "core", about="The runes every site has")
