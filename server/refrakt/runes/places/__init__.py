"""Runes for being somewhere at some time: events, maps and journeys."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/places", "places", about="Events, maps and travel plans")
