"""The name somebody meant, for the messages of plugins."""

from refrakt.rules.words import did_you_mean, nearest

__all__ = ["did_you_mean", "nearest"]
