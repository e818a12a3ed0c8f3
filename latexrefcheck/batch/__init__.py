"""Many papers at once: read in processes, every work looked up once, a result for each, all of it kept on disk."""
