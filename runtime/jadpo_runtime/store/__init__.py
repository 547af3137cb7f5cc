"""Stores: the databases that entities and the runtime's own records live in [E5].

``open_store`` gives the store that a URL names, ``open_migration`` what brings its database to a
program's schema. What it does is said by the protocols
:class:`Store` and :class:`Transaction`; each database implements them in a folder of its own.
"""

from jadpo_runtime.store.migration import Migration
from jadpo_runtime.store.opening import open_migration, open_store
from jadpo_runtime.store.store import Store, StoreError, Transaction

__all__ = ["Migration", "Store", "StoreError", "Transaction", "open_migration", "open_store"]
