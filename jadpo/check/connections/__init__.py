"""Connections to outside systems: declaring them, calling them, receiving from them [N1] [N2]."""
