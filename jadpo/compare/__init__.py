"""Comparing what a program did with what it should have done.

``observation`` says what can be observed of a test: how it ended, and the rows, events and
deliveries it left. ``corpus`` reads the cases of the folder ``corpus/``, and ``judging`` runs a
case in every mode and says what is wrong with it.
"""
