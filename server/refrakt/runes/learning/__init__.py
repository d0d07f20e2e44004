"""Runes for instructions that a reader carries out."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/learning", "learning", about="Instructions and recipes")
