"""Ours against the published Markdoc: the same documents through both, the same trees out of both."""
