"""Runes for pages that introduce something and ask the reader to act."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/marketing", "marketing", about="Landing pages and calls to action")
