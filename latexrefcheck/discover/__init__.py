"""Find works on a subject: ask several indexes at once, make one of what is one, keep what is real, put the best first."""
