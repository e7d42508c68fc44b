"""The `borgo` command, one module a subcommand.

Such a module has four names: NAME, SUMMARY (one line, as in the table of `command_line`),
configure(parser), which adds its arguments, and run(arguments), which returns the exit status.
"""
