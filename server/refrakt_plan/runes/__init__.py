"""Runes for planning: the entities of a plan, and lists and figures of them for pages."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/plan", "plan", about="Specs, work, bugs, decisions and milestones")
