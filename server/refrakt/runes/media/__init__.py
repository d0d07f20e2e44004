"""Runes for sound: players, single recordings and lists of them."""

from __future__ import annotations

from refrakt.runes.rune import Package

PACKAGE = Package("@refrakt-md/media", "media", about="Recordings, playlists and audio players")
