"""Runes for pages that introduce something and ask the reader to act."""

from __future__ import annotations

from ..model import Package

PACKAGE = Package("@refrakt-md/marketing", "marketing", about="Pages that introduce something and ask to act")
