"""What a server counts, in the form that Prometheus reads.

Nothing of a request but its route, method and status is a label, and nothing of a piece but the
names that the program declares: no id, no value, nothing secret, and no more series than the
program has routes and handlers.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.serving.observer import RequestDone
from jadpo_runtime.runner.reports import BodyBroke, PieceEnded, PieceKept, Report, StoreFailed
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of the text form."""

_SECONDS: Final = 1_000_000
_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)
"""Bounds of the histogram, in seconds."""

_STATES: Final = """
    SELECT subscriber, state, count(*) FROM _jadpo_delivery
    WHERE state IN ('pending', 'claimed', 'failed') GROUP BY subscriber, state
"""
_OLDEST_DUE: Final = """
    SELECT min(due_at) FROM _jadpo_delivery WHERE state = 'pending'
    UNION ALL SELECT min(due_at) FROM _jadpo_batch_run WHERE state = 'pending'
"""


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        """Begin at zero."""
        registry = CollectorRegistry()
        self._registry: Final = registry
        # Looking a series up by its labels costs more than counting.
        self._of_requests: Final[dict[tuple[str, str, int], tuple[Counter, Histogram]]] = {}
        self._of_transactions: Final[dict[tuple[str, bool], tuple[Counter, Counter]]] = {}
        self._requests: Final = Counter(
            "jadpo_requests", "Requests answered.", ("method", "route", "status"), registry=registry
        )
        self._request_seconds: Final = Histogram(
            "jadpo_request_seconds",
            "Time from the last byte of a request to its answer.",
            ("route",),
            buckets=_BUCKETS,
            registry=registry,
        )
        self._attempts: Final = Counter(
            "jadpo_attempts",
            "Runs of deliveries, batches and schedules, by the state they led to.",
            ("kind", "name", "state", "code"),
            registry=registry,
        )
        self._given_up: Final = Counter(
            "jadpo_given_up", "Pieces that were given up.", ("kind", "name"), registry=registry
        )
        self._kept: Final = Counter(
            "jadpo_kept",
            "Looks at pieces that the running program cannot run.",
            ("rule",),
            registry=registry,
        )
        self._broke: Final = Counter(
            "jadpo_internal_errors", "Mistakes in Jadpo itself.", registry=registry
        )
        self._store_failures: Final = Counter(
            "jadpo_store_failures", "Faults of a store.", ("store", "code"), registry=registry
        )
        self._store_seconds: Final = Counter(
            "jadpo_store_seconds",
            "Time in transactions, with what ran in them.",
            ("store", "mode"),
            registry=registry,
        )
        self._transactions: Final = Counter(
            "jadpo_transactions", "Transactions of a store.", ("store", "mode"), registry=registry
        )
        self._deliveries: Final = Gauge(
            "jadpo_deliveries",
            "Deliveries that are not done, by state.",
            ("store", "subscriber", "state"),
            registry=registry,
        )
        self._lag: Final = Gauge(
            "jadpo_lag_seconds",
            "How long the oldest due piece has been due.",
            ("store",),
            registry=registry,
        )

    def request(self, done: RequestDone) -> None:
        """Count a request."""
        route = "none" if done.route is None else done.route.path
        key = (_known(done.method), route, done.response.status)
        counted = self._of_requests.get(key)
        if counted is None:
            requests = self._requests.labels(key[0], route, str(done.response.status))
            counted = self._of_requests[key] = (requests, self._request_seconds.labels(route))
        counted[0].inc()
        counted[1].observe(done.took / _SECONDS)

    def report(self, report: Report) -> None:
        """Count what happened in the background."""
        match report:
            case PieceEnded(kind=kind, name=name, state=state, error_code=code):
                self._attempts.labels(kind, name, state, code or "").inc()
                if state == "failed":
                    self._given_up.labels(kind, name).inc()
            case PieceKept(rule=rule):
                self._kept.labels(rule).inc()
            case StoreFailed(store=store, fault=fault):
                self._store_failures.labels(store, fault.code.value).inc()
            case BodyBroke():
                self._broke.inc()

    def transaction(self, store: str, write: bool, took: Duration) -> None:
        """Count a transaction."""
        counted = self._of_transactions.get((store, write))
        if counted is None:
            mode = "write" if write else "read"
            counted = self._of_transactions[store, write] = (
                self._transactions.labels(store, mode),
                self._store_seconds.labels(store, mode),
            )
        counted[0].inc()
        counted[1].inc(took / _SECONDS)

    def text(self, stores: Mapping[str, Store]) -> bytes:
        """All of it, with what the stores hold now; a store that fails is left out."""
        self._deliveries.clear()
        for name, store in stores.items():
            try:
                rows, lag = store.transact(_what_waits, write=False)
            except Fault as fault:
                self._store_failures.labels(name, fault.code.value).inc()
                continue
            self._lag.labels(name).set(lag)
            for subscriber, state, count in rows:
                self._deliveries.labels(name, subscriber, state).set(count)
        return generate_latest(self._registry)


def told_to_all(*observers: Callable[[Report], None]) -> Callable[[Report], None]:
    """One that tells each of these."""

    def tell(report: Report) -> None:
        for observe in observers:
            observe(report)

    return tell


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _known(method: str) -> str:
    """The method as a label: a client may send any word."""
    return method if method in _METHODS else "other"


def _what_waits(
    transaction: Transaction,
) -> tuple[Iterable[tuple[str, str, int]], float]:
    """Counts by subscriber and state, and for how many seconds the oldest piece has been due."""
    rows = cast("list[tuple[str, str, int]]", transaction.execute(_STATES))
    due = [cast(int, row[0]) for row in transaction.execute(_OLDEST_DUE) if row[0] is not None]
    lag = max(0, transaction.now() - min(due)) / _SECONDS if due else 0.0
    return rows, lag
