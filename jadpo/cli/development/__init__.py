"""`jadpo dev`: a server that follows the source while it is written.

Each version of the program that is without mistakes is served by a *generation* (:mod:`generation`)
with threads and connections of its own. When files change (:mod:`watching`), the source is checked
anew, the database migrated, and a new generation takes over (:mod:`follower`); the one before it
answers what it accepted. While the source has mistakes, the last good generation goes on.
"""
