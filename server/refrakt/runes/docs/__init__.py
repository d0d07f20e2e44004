"""Runes for describing software: interfaces, symbols and releases."""

from __future__ import annotations

from ..model import Package

PACKAGE = Package("@refrakt-md/docs", "docs", about="Interfaces, symbols and releases of software")
