"""How much time goes into making code fast."""

import enum


class Tier(enum.Enum):
    """The tiers of compilation; the value is the word for it.

    Without passes the code generator must not optimise either: checked code then gets slower.
    """

    FAST = "fast"
    """No optimisation; only what nothing uses is left out."""
    BALANCED = "balanced"
    """Small functions inlined, values into registers; a third of the time of ``FULL``."""
    FULL = "full"
    """All passes of LLVM's level 2."""

    @property
    def code_generation_level(self) -> int:
        """The optimisation level of LLVM's code generator."""
        return 0 if self is Tier.FAST else 2

    @property
    def passes(self) -> tuple[str, ...]:
        """What is done with a module before code is made of it, by LLVM's names."""
        return _PASSES[self]


_PASSES = {
    Tier.FAST: ("globaldce",),
    Tier.BALANCED: ("globaldce", "always-inline", "sroa", "instcombine", "simplifycfg"),
    Tier.FULL: ("globaldce", "default<O2>"),
}
