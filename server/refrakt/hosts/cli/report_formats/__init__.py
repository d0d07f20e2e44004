"""The output formats of `refrakt check`: one module each."""
