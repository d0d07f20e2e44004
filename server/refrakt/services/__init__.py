"""What refrakt can do: one module for each operation, a function of a context and an input.

Inputs and outputs are plain dataclasses, so that a command starts without waiting for anything that only a protocol needs;
`pydantic.TypeAdapter` makes JSON schemas of the same classes where one is wanted.
"""
