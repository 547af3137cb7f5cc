"""Resolving declarations: types, failures, entities and signatures, once all names are known."""
