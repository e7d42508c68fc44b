"""The third and fourth editions: one set of pieces, and the texts that explain it differently."""
