"""What `refrakt check` has found, in the forms that people and other programs read: one module each."""
