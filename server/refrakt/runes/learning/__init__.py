"""Runes for instructions that a reader carries out."""

from __future__ import annotations

from ..model import Package

PACKAGE = Package("@refrakt-md/learning", "learning", about="Instructions that a reader carries out")
