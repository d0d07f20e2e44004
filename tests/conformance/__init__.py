"""Comparison with the published Markdoc: the same documents must give the same trees."""
