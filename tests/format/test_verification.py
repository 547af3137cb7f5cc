"""What would lose something of a program is never handed out."""

import pytest

import jadpo.format.formatting as formatting
from jadpo.format.page import Page
from jadpo.source import Source
from jadpo_runtime.values.internal_error import InternalError


@pytest.mark.parametrize("text", ["type A = Int {}", "type A = Int // comment\n{}"])
def test_a_rule_that_loses_something_is_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    def loses_the_braces(page: Page, word: object, name: object, *_: object) -> str:
        return "type A = Int"

    monkeypatch.setitem(formatting.RULES, "refinement", loses_the_braces)

    with pytest.raises(InternalError):
        formatting.format_source(Source("a.jadpo", text))
