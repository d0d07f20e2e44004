"""Random sessions that any editor could lead, against the real server.

A script is a row of steps, each a kind and a number. What a step does is drawn with its number from what there is when its turn
comes: which files are open, what is in them, what the server says it can do. So every part of a script is a script, too, and one
that fails is made shorter by leaving out steps for as long as it still fails.
"""
