"""JSON with the range of every key and value, for plugins that handle JSON files written by hand."""

from refrakt.project.json_tree import JsonNode, read_json

__all__ = ["JsonNode", "read_json"]
