"""The kernels in Python, compiled by Numba; an Int is one of 64 bits that wraps."""

import numba
import numpy
import worker_python
from protocol import serve, words_of


@numba.njit
def primes_below(n):
    """Primes below n, in a list as in the kernel."""
    sieve = [True]
    for _ in range(n - 1):
        sieve.append(True)  # noqa: PERF401 - one by one, as in the kernel
    found = 0
    for i in range(2, n):
        if sieve[i]:
            found += 1
            for k in range(i * i, n, i):
                sieve[k] = False
    return found


@numba.njit
def commonest(text):
    """How often the most frequent word stands in a text."""
    counts = numba.typed.Dict.empty(numba.types.unicode_type, numba.types.int64)
    for word in text.split(" "):
        counts[word] = counts.get(word, 0) + 1
    best = 0
    for times in counts.values():
        best = max(best, times)
    return best


KERNELS = {
    "fib": numba.njit(numba.int64(numba.int64))(worker_python.fib),
    "nested_sum": numba.njit(worker_python.nested_sum),
    "primes_below": primes_below,
    "commonest": commonest,
    "longest_collatz": numba.njit(worker_python.longest_collatz),
}

SMALL = 10
"""An argument to compile a kernel with."""


def prepare(kernel, argument):
    """Compile the kernel; the argument as the kernel takes it."""
    ready = words_of(argument) if kernel == "commonest" else numpy.int64(argument)
    KERNELS[kernel](words_of(SMALL) if kernel == "commonest" else numpy.int64(SMALL))
    return ready


if __name__ == "__main__":
    serve(lambda kernel, ready: KERNELS[kernel](ready), prepare)
