"""Programs in tests of the checker: ones that pass, and ones with a marked mistake.

The range that a diagnostic must have is written into the source between ``«`` and ``»``, which
are taken out before it is checked.
"""

from jadpo.check import check_project
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.ir.program import Program
from jadpo.source import Source

PATH = "shop.jadpo"


def diagnostics_of(*texts: str) -> Diagnostics:
    """What the checker says of a project with these files."""
    sources = [Source(PATH if at == 0 else f"{at}.jadpo", text) for at, text in enumerate(texts)]
    return check_project(sources, "shop").diagnostics


def checked(*texts: str) -> Program:
    """The program of a project about which the checker says nothing."""
    sources = [Source(PATH if at == 0 else f"{at}.jadpo", text) for at, text in enumerate(texts)]
    result = check_project(sources, "shop")
    assert [(str(each.span), each.rule, each.summary) for each in result.diagnostics] == []
    assert result.program is not None
    return result.program


def rejected(rule: str, marked: str) -> Diagnostic:
    """The one diagnostic of a program with one mark, which is of this rule and that range."""
    before, _, rest = marked.partition("«")
    inside, _, after = rest.partition("»")
    found = list(diagnostics_of(before + inside + after))
    said = [(each.rule, each.span and (each.span.start, each.span.end)) for each in found]
    assert said == [(rule, (len(before), len(before) + len(inside)))], found
    return found[0]


def edited(marked: str, diagnostic: Diagnostic) -> str:
    """The program after the edits that its diagnostic recommends."""
    text = marked.replace("«", "").replace("»", "")
    for edit in sorted(diagnostic.edits, key=lambda each: -each.span.start):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text
