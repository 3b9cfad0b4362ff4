"""Pure decisions over values: no I/O, no clock, no database. Every table of the design is a function here."""
