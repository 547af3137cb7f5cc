"""Generated identities: version 7 UUIDs that increase in order of creation [E1].

One process makes them in order by itself. Another process may have made later ones, by a clock that
is ahead or before this one's was put back; so the first identity that a transaction makes for an
entity follows the largest one stored.
"""

from typing import Final, cast

from jadpo_runtime.clock import Clock
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.tables import Table


class Identities:
    """Makes identities for the rows that one connection's transactions create."""

    def __init__(self, connection: Connection, clock: Clock, randomness: Randomness) -> None:
        """Make them with the store's clock, and look at what ``connection`` sees."""
        self._connection: Final = connection
        self._clock: Final = clock
        self._randomness: Final = randomness
        self._followed: Final[set[str]] = set()

    def forget(self) -> None:
        """A new transaction begins: others may have created rows since."""
        self._followed.clear()

    def next(self, table: Table) -> str:
        """The identity of a row that is about to be created in a writing transaction."""
        if table.name not in self._followed:
            ((largest,),) = self._connection.rows(
                f"SELECT max({table.identity.readable}) FROM {table.quoted}"
            )
            if largest is not None:
                self._randomness.follow(cast(str, largest))
            self._followed.add(table.name)
        return self._randomness.identity(self._clock.now())
