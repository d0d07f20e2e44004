"""The plan as HTML files: a page for each entity, an index of all, and a stylesheet."""
