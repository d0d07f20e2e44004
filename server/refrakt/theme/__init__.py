"""Themes. So far only the names of layouts, icons, tints and backgrounds."""
