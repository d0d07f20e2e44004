"""The symbols of a site, and their occurrences in its files."""
