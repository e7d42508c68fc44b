"""What a player sees: the `borgo` command and, in time, the window."""
