"""What an editor asks about a place in a page: what could stand here, what is this. Answers know offsets, no protocol."""
