"""From files to a plan: what a text holds, what a folder holds, and what is remembered of both."""
