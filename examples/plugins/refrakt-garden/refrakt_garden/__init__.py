"""A garden: plants in a `garden.yaml`, and the months in which they are sown."""
