"""Renames symbols and moves files, and updates every reference to them."""
