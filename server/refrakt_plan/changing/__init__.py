"""From a wish to a file: changes at exact places, new entities and their names, one writer at a time."""
