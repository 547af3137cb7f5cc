"""The kernels in Python, as one writes them there; for CPython and PyPy."""

from decimal import Decimal

from protocol import serve, words_of


def fib(n):
    """Fibonacci numbers, by recursion."""
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def nested_sum(n):
    """Sum of (i * j) % 7 over a square of side n."""
    total = 0
    for i in range(n):
        for j in range(n):
            total += (i * j) % 7
    return total


def primes_below(n):
    """Primes below n."""
    sieve = []
    for _ in range(n):
        sieve.append(True)  # noqa: PERF401 - one by one, as in the kernel
    found = 0
    for i in range(2, n):
        if sieve[i]:
            found += 1
            for k in range(i * i, n, i):
                sieve[k] = False
    return found


def commonest(text):
    """How often the most frequent word stands in a text."""
    counts = {}
    for word in text.split(" "):
        counts[word] = counts.get(word, 0) + 1
    return max(counts.values())


def total_of_lines(n):
    """n order lines, built and then totalled in exact decimals."""
    lines = [(i % 9 + 1, Decimal("0.25") + i % 100) for i in range(n)]
    total = Decimal("0.00")
    for quantity, price in lines:
        total += price * quantity
    return total


def longest_collatz(n):
    """Steps of the Collatz sequence, the most of any start below n."""
    most = 0
    for start in range(1, n):
        x = start
        steps = 0
        while x != 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
        if steps > most:
            most = steps
    return most


KERNELS = {
    each.__name__: each
    for each in (fib, nested_sum, primes_below, commonest, total_of_lines, longest_collatz)
}

if __name__ == "__main__":
    serve(
        lambda kernel, ready: KERNELS[kernel](ready),
        lambda kernel, argument: words_of(argument) if kernel == "commonest" else argument,
    )
