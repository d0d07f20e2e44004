"""Edits of a plan: changes to entities, new entities and their file names, and a lock for one writer at a time."""
