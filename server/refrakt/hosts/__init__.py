"""The skins: each host turns one way of asking into calls of what lies below, and holds no logic of its own."""
