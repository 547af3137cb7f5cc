"""A process that compares, and is ended by compiled code in tests whose name says how."""

import os
import signal
import time
from collections.abc import Callable, Mapping

from jadpo.compare import child
from jadpo_codegen import CompiledProgram

ENDINGS: Mapping[str, Callable[[], object]] = {
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "abort": os.abort,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "exit": lambda: os._exit(3),
    "hang": lambda: time.sleep(600),
    "memory": lambda: bytearray(child.MOST_MEMORY),
    "exception": lambda: 1 // 0,
}

run = CompiledProgram.run


def ended(program, name, arguments, context):
    for word, end in ENDINGS.items():
        if word in name:
            end()
    return run(program, name, arguments, context)


if __name__ == "__main__":
    CompiledProgram.run = ended
    child.main()
