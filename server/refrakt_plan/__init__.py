"""Plan: a project's specs, work, bugs, decisions and milestones, kept as Markdoc files next to its code."""
