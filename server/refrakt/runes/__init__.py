"""The vocabulary: runes, what they take and what they hold, and the check that they are used right."""
