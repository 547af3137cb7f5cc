"""``jadpo explain``: the page of a diagnostic's rule, or a list of the rules."""

import sys
import textwrap

import click

from jadpo.cli.exit_status import status_of
from jadpo.cli.reporting import print_json, print_problems
from jadpo.diagnostics import Diagnostic, Diagnostics, nearest_name
from jadpo.diagnostics.rules import AREAS, every_rule, find_rule
from jadpo.diagnostics.rules.rule import Rule


@click.command("explain")
@click.argument("rule_id", metavar="[RULE]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(rule_id: str | None, as_json: bool) -> int:
    """Print the page of RULE, a rule's id as diagnostics show it in brackets.

    With the name of an area the rules of that area are listed, without RULE all of them.
    """
    if rule_id is None or rule_id in AREAS:
        rules = [rule for rule in every_rule() if rule_id in (None, _area_of(rule))]
        if as_json:
            print_json([dict(rule._asdict()) for rule in rules])
        else:
            _print_list(rules)
        return 0
    found = find_rule(rule_id)
    if found is None:
        diagnostics = Diagnostics([_unknown_rule(rule_id)])
        print_problems(diagnostics, {}, sys.stderr)
        return status_of(diagnostics)
    if as_json:
        print_json(dict(found._asdict()))
    elif sys.stdout.isatty():
        _print_styled_page(found)
    else:
        click.echo(_page(found))
    return 0


def _area_of(rule: Rule) -> str:
    return rule.id.partition(".")[0]


def _print_list(rules: list[Rule]) -> None:
    width = max((len(rule.id) for rule in rules), default=0)
    for rule in rules:
        click.echo(f"{rule.id:{width}}  {rule.title}")


def _page(rule: Rule) -> str:
    return "\n".join(
        (
            rule.id,
            rule.title,
            "",
            _wrapped(rule.explanation),
            "",
            "Wrong:",
            "",
            _indented(rule.wrong),
            "",
            "Right:",
            "",
            _indented(rule.right),
        )
    )


def _print_styled_page(rule: Rule) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console()
    console.print(Text.assemble((rule.id, "bold cyan"), "\n", (rule.title, "bold"), "\n"))
    console.print(Text(rule.explanation))
    for label, example, colour in (("Wrong", rule.wrong, "red"), ("Right", rule.right, "green")):
        console.print(Text(f"\n{label}:\n", f"bold {colour}"))
        console.print(Padding(Text(example), (0, 0, 0, 4)))


def _wrapped(text: str) -> str:
    paragraphs = text.split("\n\n")
    return "\n\n".join(textwrap.fill(each, 80, break_long_words=False) for each in paragraphs)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines())


def _unknown_rule(rule_id: str) -> Diagnostic:
    near = nearest_name(rule_id, (rule.id for rule in every_rule()))
    return Diagnostic(
        rule="cli.unknown_rule",
        span=None,
        summary=f"there is no rule `{rule_id}`",
        why="a rule's id is an area and a name with a dot between, as diagnostics show it",
        help=f"did you mean `{near}`?" if near else "`jadpo explain` lists all rules",
    )
