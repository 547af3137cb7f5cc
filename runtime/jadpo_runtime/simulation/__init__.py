"""The simulator: several runners on the same stores in one thread, under a virtual clock [Z6].

A seed decides everything: which process goes on at which statement of a store, how long that takes,
which statements fail and how, which processes are killed, frozen, asked to stop or started again
with another version of the program, when clocks jump. After each commit the invariants of the
runtime's rules are asserted; when the disturbances have ended, all work must come to its end. A
seed gives the same run again, statement by statement, in either mode.

``campaign`` runs simulations of a program, ``simulation`` one seed. ``processes`` are what one
of the operating system's would be, ``connections`` let the simulation into every statement,
``disturbances`` says what may happen there, ``audit`` has the database write down each change of
a record, ``invariants`` judges them, ``trace`` keeps what happened.

It needs greenlet, a dependency of development: nothing else imports this package.
"""
