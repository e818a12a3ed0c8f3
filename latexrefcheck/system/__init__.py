"""What lies around the program: other programs, git, interrupts, and the tables that it ships."""
