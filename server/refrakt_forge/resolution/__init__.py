"""From a name and a version range to one definition with everything it inherits."""
