"""Authoring tooling for Markdoc: the language, and the tools that are built on it."""

__version__ = "0.1.0"
