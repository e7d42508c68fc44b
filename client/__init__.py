"""What a player sees and types: the window, and the `borgo` command."""
