"""Similar names, for the messages of plugins."""

from refrakt.rules.name_suggestion import did_you_mean, nearest

__all__ = ["did_you_mean", "nearest"]
