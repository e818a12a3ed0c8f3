"""What a sentence says of a work beside what the work itself says: passages are quoted, nothing is remembered."""
