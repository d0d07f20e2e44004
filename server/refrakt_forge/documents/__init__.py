"""Definition files as trees with the range of every key and value."""
