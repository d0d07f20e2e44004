"""How runes become themed pages. So far only the names that pages can call things of a theme by."""
