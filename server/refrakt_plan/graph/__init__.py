"""Pictures of a plan: which entities wait for which, and how far each has come."""
