"""The runes every site has."""

from __future__ import annotations

from ..model import Package

PACKAGE = Package("@refrakt-md/runes", "core", about="The runes every site has")
