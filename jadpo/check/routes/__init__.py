"""Routes: what the outside may send, what is run for it, and what it is answered [R1]–[R3]."""
