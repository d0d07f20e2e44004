"""Drawings of the dependency graph, with the status of each entity."""
