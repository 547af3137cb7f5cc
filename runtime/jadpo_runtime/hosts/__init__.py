"""Hosts: what lends programs their stores, clock, randomness and time [B3] [B5].

``host`` is what boundaries and the runner see of any host, ``tool`` runs one action for the command
line, ``test`` runs the tests of a program.
"""
