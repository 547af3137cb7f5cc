"""The syntax layer: source text -> frozen syntax tree, and the diagnostics of its syntax."""
