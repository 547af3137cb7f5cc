"""The typed intermediate representation, the one thing both engines read."""
