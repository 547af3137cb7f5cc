"""The parse tables are those of the grammar, complete, and quick to load."""

import subprocess
import sys
from pathlib import Path

from jadpo.syntax.reductions import REDUCTIONS
from jadpo.syntax.tables import load_tables

ROOT = Path(__file__).parents[2]


def test_the_tables_are_made_from_the_grammar_as_it_is() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "make_tables"), "--check"]
    check = subprocess.run(command, capture_output=True, text=True, check=False)

    assert check.returncode == 0, check.stderr


def test_each_alias_of_the_grammar_has_its_function_and_each_function_its_alias() -> None:
    aliases = {production.alias for production in load_tables().productions}

    assert aliases == set(REDUCTIONS)


def test_lark_is_not_needed_to_parse() -> None:
    program = (
        "import sys; from jadpo.source import Source; from jadpo.syntax import parse; "
        "assert parse(Source('a', 'type A = Int')).tree.declarations; "
        "assert parse(Source('a', 'typ A = Int')).diagnostics; "
        "sys.exit('lark' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
