"""What the fields of an agent may contain: model settings, a system prompt, and the tools it may use."""

PROVIDERS = ("anthropic", "openai", "google")
MOST_TOKENS = 200_000
CACHE_SOURCE_FIELDS = {"file": "path", "glob": "pattern", "inline": "content", "codex": "uri"}
"""The types of cache sources, with the field that each one needs."""
