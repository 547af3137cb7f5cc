"""The one grammar of the language, and the parse tables made from it by ``scripts/make_tables``."""
