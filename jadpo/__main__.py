"""``python -m jadpo``: the command line, where the script is not on the path."""

from jadpo.cli import main

main()
