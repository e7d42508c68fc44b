"""The tables and diagrams of the protocol's page, made from the program."""
