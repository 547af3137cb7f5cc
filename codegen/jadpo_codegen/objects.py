"""Object code that was made before: what tells one piece of it from another, and who keeps some."""

import hashlib
from typing import Final, NamedTuple, Protocol

from jadpo_codegen.tier import Tier

ABI: Final = 1
"""The number of docs/abi.md: raised when the same module of LLVM IR is to become other code."""


class Machine(NamedTuple):
    """All that object code depends on beside its module and its tier.

    The features of a processor are those that code generators know, as ``+avx2,-avx512f``.
    """

    triple: str
    processor: str
    features: str
    llvmlite: str
    llvm: str


def object_key(module: str, tier: Tier, machine: Machine) -> str:
    """What object code is kept under: 64 hexadecimal digits, others for whatever makes other code.

    ``module`` is the text of LLVM IR that is compiled. It holds all that lowering made of the
    program and of the layouts, so two programs or two versions of the lowering share a key only
    where their code is the same to the letter.
    """
    digest = hashlib.sha256()
    for part in (str(ABI), tier.value, *tier.passes, *machine, module):
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d " % len(encoded))
        digest.update(encoded)
    return digest.hexdigest()


class Objects(Protocol):
    """Keeps object code by :func:`object_key`."""

    def get(self, key: str) -> bytes | None:
        """The code kept under ``key``, or ``None``."""
        ...

    def put(self, key: str, code: bytes) -> None:
        """Keep code, or do not: nothing depends on it."""
        ...


class NothingKept:
    """Keeps no object code."""

    def get(self, key: str) -> bytes | None:
        """Nothing."""
        return None

    def put(self, key: str, code: bytes) -> None:
        """Forget the code."""


class BuiltObject(NamedTuple):
    """Object code that came with a program, before what ``others`` keep."""

    key: str
    code: bytes
    others: Objects

    def get(self, key: str) -> bytes | None:
        """The code of the program, where it is the one asked for, else what others have."""
        return self.code if key == self.key else self.others.get(key)

    def put(self, key: str, code: bytes) -> None:
        """Have the others keep it."""
        self.others.put(key, code)
