"""Rendering with a theme: the identity transform, layouts, contracts and texts, and the names that a theme defines."""
