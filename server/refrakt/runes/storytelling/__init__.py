"""Runes for worlds and stories: who lives in them, where, what binds them and what happens."""

from __future__ import annotations

from ..model import Package

PACKAGE = Package("@refrakt-md/storytelling", "storytelling", about="People, places and plots of a made-up world")
