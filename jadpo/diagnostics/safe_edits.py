"""Which edits may be made without asking: one table, a reason for each rule.

An edit is safe where it keeps the meaning that the program had, or gives it the only meaning that
the mistake leaves. The nearest name, a constructor around a value, an `attempt` or a longer `fails`
are advice: another repair may be meant, so a person decides.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from jadpo.diagnostics.diagnostic import Diagnostic

SAFE_EDITS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "failure.arm_needless": "the arm can never be taken",
        "failure.attempt_needless": "`attempt` does nothing there",
        "failure.attempt_reach": "the parentheses say what `attempt` reaches anyway",
        "failure.stale": "what is listed can never leave",
        "failure.success_binding": "the value is dropped, as was written",
        "flow.pattern": "the pattern names a variant that the value has",
        "flow.result_unused": "the result is dropped, as was written",
        "flow.unused_binding": "the value is still computed, and nothing reads it",
        "query.freshness": "there is one freshness",
        "query.where_left": "a comparison means the same from the other side",
        "query.where_no_comparison": "a `Bool` field compared with `true` is what was written",
        "route.run_not_call": "`run:` and `settle:` pass failures on by themselves",
        "syntax.character_unknown": "the sign looks like the one that is meant",
        "syntax.foreign_syntax": "another language's sign has one counterpart",
        "syntax.misspelt_keyword": "the word is nearly one that can stand there",
        "syntax.missing": "one sign is missing, and one fits; brackets are excepted",
        "syntax.number_invalid": "the number has another way of writing",
        "syntax.object_in_head": "the parentheses keep the Object together",
        "syntax.route_path_invalid": "placeholders have one way of writing",
        "test.call_operand": "a function is called as anywhere",
        "type.constraint_misapplied": "the type has one constraint of that meaning",
        "type.double_optional": "`none` within `none` is no other value",
        "type.int_for_decimal": "the Decimal is the same number",
        "type.no_value": "there is no value to keep",
    }
)
"""By rule: why the edits of its diagnostics are safe."""


_BRACKETS: Final = frozenset("()[]{}")
"""What may be missing in several places, of which a parser sees the last."""


_FETCHING: Final = ("collection.at(", "collection.last(", "collection.slice(")
"""What is put for `xs[i]`, which may stand for a map's value as well, and may give `none`."""


def has_safe_edits(diagnostic: Diagnostic) -> bool:
    """Whether the diagnostic has edits that may be made without asking."""
    if not diagnostic.edits or diagnostic.rule not in SAFE_EDITS:
        return False
    if any(edit.replacement.startswith(_FETCHING) for edit in diagnostic.edits):
        return False
    return diagnostic.rule != "syntax.missing" or not any(
        _BRACKETS.intersection(edit.replacement) for edit in diagnostic.edits
    )
