"""The kernels in C, called by way of ctypes."""

import ctypes
import sys

from protocol import serve, words_of


def main():
    """Serve the library whose path is the argument."""
    library = ctypes.CDLL(sys.argv[1])

    def run(kernel, ready):
        function = getattr(library, kernel)
        function.restype = ctypes.c_int64
        function.argtypes = [ctypes.c_char_p if isinstance(ready, bytes) else ctypes.c_int64]
        return function(ready)

    serve(
        run,
        lambda kernel, argument: words_of(argument).encode() if kernel == "commonest" else argument,
    )


if __name__ == "__main__":
    main()
