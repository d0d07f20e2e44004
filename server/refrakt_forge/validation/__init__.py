"""The rules of definitions, with the field and the range of every problem."""
