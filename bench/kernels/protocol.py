"""The workers' side of the protocol that ``peers.py`` describes."""

import json
import sys
import time


def words_of(count):
    """The text whose words are counted: about 10,000 different ones."""
    return " ".join([f"w{n * n * 7919 % 10007}" for n in range(count)])


def serve(run, prepare):
    """Answer each line; ``prepare(kernel, argument)`` is not timed, ``run(kernel, ready)`` is.

    ``run`` gives the value, from which nothing more is taken than its text.
    """
    ready = {}
    for line in sys.stdin:
        asked = json.loads(line)
        kernel, argument = asked["kernel"], asked["argument"]
        if (kernel, argument) not in ready:
            ready.clear()
            ready[kernel, argument] = prepare(kernel, argument)
        start = time.process_time()
        value = run(kernel, ready[kernel, argument])
        seconds = time.process_time() - start
        print(json.dumps({"seconds": seconds, "value": str(value)}))
        sys.stdout.flush()
