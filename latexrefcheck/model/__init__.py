"""What the author wrote, what the world says, and what we report: the values every wing hands to the next."""
