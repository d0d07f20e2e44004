"""Limits of untrusted input. A project is cloned from anywhere, and a registry may answer anything."""

DEFINITION_BYTES = 1024 * 1024
MANIFEST_BYTES = 5 * 1024 * 1024
NESTING = 64
ALIASES = 100
VALUES = 100_000
"""Of one file, with aliases expanded."""
INDEX_ENTRIES = 10_000
"""Files of one listing."""
INHERITANCE_DEPTH = 16
PROBLEMS = 1000
"""Of one definition."""
NAME_LENGTH = 214
RANGE_LENGTH = 256
PATH_LENGTH = 4096
TAG_LENGTH = 100
QUERY_LENGTH = 512
KEY_LENGTH = 1000
CONFIG_KEY_SEGMENTS = 32
TAGS = 100
"""Of one call."""
OFFSET = 1_000_000
DAYS = 36_500
"""The age of entries of the cache."""
READ_SECONDS = 10.0
"""For files that are not cached in one call, which a host gives up after 30 seconds, and the plugin with it."""
CALL_SECONDS = 10.0
"""For all network requests of one call."""
CALL_BYTES = 64 * 1024 * 1024
"""Of all answers in one call, decompressed."""
REGISTRIES = 100
MANIFEST_ENTRIES = 1000
"""Of each list in the manifest of a registry."""
REGISTRY_TEXT = 2000
"""Characters of a description, a URL or another text in the answer of a registry, which agents read."""
