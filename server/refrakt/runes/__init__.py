"""The vocabulary: runes with their attributes and content models, and the resolution of rune bodies."""
