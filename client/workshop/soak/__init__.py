"""Long trials of the table: simulated tables, fuzzing, altered records, killed programs."""
