"""Random editor sessions against the real server.

A script is a list of steps, each with a kind and a seed. The seed decides what the step does with the current state: open files,
their text, and the server's capabilities. So every part of a script is a script, too, and a failing one is shortened by leaving out
steps while it still fails.
"""
