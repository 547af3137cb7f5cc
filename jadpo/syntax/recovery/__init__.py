"""Recovery: what is done with text that does not parse.

`recover` is the whole of it; `repairs`, `words`, `patterns`, `habits` and `other_languages` know
the mistakes, `braces` and `pieces` the shape of a text, `stack` and `stops` try out what would
follow, `forms`, `remarks` and `wording` say it.
"""

from jadpo.syntax.recovery.foreign import FOREIGN_WORDS, ForeignWord
from jadpo.syntax.recovery.recover import Recovered, recover

__all__ = ["FOREIGN_WORDS", "ForeignWord", "Recovered", "recover"]
