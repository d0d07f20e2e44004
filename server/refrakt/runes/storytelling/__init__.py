"""Runes for worlds and stories: who lives in them, where, what binds them and what happens."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/storytelling", "storytelling", about="Characters, places and plots of a fictional world")
