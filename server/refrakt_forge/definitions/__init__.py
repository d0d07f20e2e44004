"""Agents, tools and plugin manifests as data."""
