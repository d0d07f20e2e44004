"""The commands of plan, one module each: a `run_…` from options to an answer, which the command line and the tool both call."""
