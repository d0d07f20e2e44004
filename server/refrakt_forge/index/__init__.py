"""Which definitions and plugins exist, in the project and in the user's registry."""
