"""Runes for describing software: interfaces, symbols and releases."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/docs", "docs", about="Interfaces, symbols and releases of software")
