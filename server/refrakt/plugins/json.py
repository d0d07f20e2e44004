"""JSON with the range of every key and value, for plugins that handle JSON files written by hand, and edits of such files."""

from refrakt.project.json_edit import JsonEditError, as_json, merge_json
from refrakt.project.json_tree import JsonNode, read_json

__all__ = ["JsonEditError", "JsonNode", "as_json", "merge_json", "read_json"]
