"""What runes and Markdown become, before the theme."""
