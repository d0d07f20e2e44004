"""Runes for planning: the entries of a plan, and the lists and figures that pages make of them."""

from __future__ import annotations

from refrakt.runes.model import Package

PACKAGE = Package("@refrakt-md/plan", "plan", about="Specs, work, bugs, decisions and what has become of them")
