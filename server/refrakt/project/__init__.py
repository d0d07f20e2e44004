"""A project on disk: its config, its sites, and the runes each site may use."""
