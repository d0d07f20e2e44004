"""Copies of definitions that remember their upstream."""
