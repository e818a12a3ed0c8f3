"""What texts say in one form: TeX to Unicode, markup taken off, letters folded, names parsed, identifiers recognised."""
