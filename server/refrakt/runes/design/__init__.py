"""Runes for writing down a design: its colours, type and spacing, and what it looks like in use."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/design", "design", about="Colours, type, spacing and how they look in use")
