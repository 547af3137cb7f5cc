"""A whole checked program: what the checker gives the engines."""

from collections.abc import Mapping
from typing import NamedTuple

from jadpo.ir.nodes import Callable
from jadpo_runtime.manifest import Manifest


class Program(NamedTuple):
    """The typed IR of a project: its declarations and the bodies of its callables by name."""

    manifest: Manifest
    callables: Mapping[str, Callable]
