"""Makes `python -m client` the same as `borgo`."""

import sys

from client.commands.command_line import main

if __name__ == "__main__":
    sys.exit(main())
