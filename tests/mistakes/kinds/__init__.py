"""The kinds of mistakes, one module for each family."""
