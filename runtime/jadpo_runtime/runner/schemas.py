"""Seeing that databases still have the program's schema, before anything is run in them."""

from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.runner.reports import StoreFailed
from jadpo_runtime.store import StoreError


def schemas_hold(host: Host) -> bool:
    """Whether all stores answer, and still have the schemas that the program was started with.

    False, and reported, where a store fails. Raises :class:`~jadpo_runtime.store.StoreError` where
    a database was migrated for another version of the program: this one must run nothing in it.
    """
    for store in host.stores.values():
        try:
            store.refuse_other_schema()
        except StoreError:
            raise
        except Fault as fault:
            host.report(StoreFailed(store.name, fault))
            return False
    return True
