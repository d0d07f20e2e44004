"""Limits of untrusted input. A project is cloned from anywhere, and a registry may answer anything."""

DEFINITION_BYTES = 1024 * 1024
MANIFEST_BYTES = 5 * 1024 * 1024
NESTING = 64
ALIASES = 100
EXPANDED_NODES = 100_000
INDEX_ENTRIES = 10_000
"""Files of one listing."""
INHERITANCE_DEPTH = 16
PROBLEMS = 1000
"""Of one definition."""
NAME_LENGTH = 214
CONFIG_KEY_SEGMENTS = 32
CALL_SECONDS = 10.0
"""For all network requests of one call."""
