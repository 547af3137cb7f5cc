"""A backfill is given rows that lack what it computes, whatever the lacking field's form [V6]."""

import pytest

from jadpo.check.project import check_project
from jadpo.interpret import interpret
from jadpo.source import Source
from jadpo_codegen import compile_program
from jadpo_runtime.backfilling import backfill_of
from jadpo_runtime.outcome import Returned
from jadpo_runtime.values import Entity

PROGRAM = """
entity Reader {{
    id: Int {{ min: 0 }}
    name: Text {{ min_length: 1 }}
    added: {type}
    identity: id
}}

backfill Reader.added(reader) {{ return {body} }}
"""


@pytest.mark.parametrize(
    ("type_", "body", "expected"),
    [
        ("Text { min_length: 1 }", 'reader.name + "!"', "ada!"),
        ("Int { min: 0 }", "text.length(reader.name)", 3),
        ("Bool", "reader.id == 7", True),
    ],
)
def test_a_row_that_lacks_the_field_is_read_in_both_modes(type_: str, body: str, expected: object):
    source = Source("readers.jadpo", PROGRAM.format(type=type_, body=body))
    checked = check_project([source], "readers")
    assert checked.program is not None, list(checked.diagnostics)
    row = Entity("Reader", 7, (7, "ada", None))
    for program in (interpret(checked.program), compile_program(checked.program)):
        outcome = backfill_of(program)("backfill Reader.added", row, bytearray(1))
        assert outcome == Returned(expected)
