"""The index of a site: URLs, links and entities of its pages, the queries on them, and their dependencies."""
