"""Lets `python -m client` do what `borgo` does."""

import sys

from client.commands.command_line import main

if __name__ == "__main__":
    sys.exit(main())
