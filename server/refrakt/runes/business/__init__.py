"""Runes for presenting an organization: what it is, who belongs to it and how it came about."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/business", "business", about="Organizations, their people and their history")
