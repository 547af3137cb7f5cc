"""When a schedule is due: `every:`, or `cron:` with its `zone:` [V4]."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from jadpo.check.checking import Checking
from jadpo.check.scope import Place
from jadpo.diagnostics import Edit, Related
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CronTiming, EveryTiming
from jadpo_runtime.values import INT_MAX, Duration, Span

CRON_FIELDS: Final = 5
"""Minute, hour, day of the month, month, day of the week."""

LONGEST_CRON: Final = 200
"""Characters; a longer expression is no cron expression, and is not parsed."""

UTC: Final = "UTC"
"""The zone of a `cron:` without `zone:`."""

NEVER: Final = EveryTiming(Duration(INT_MAX))
"""Stands in for a timing with a mistake, in a program that is not run."""


def check_timing(
    checking: Checking,
    place: Place,
    name: nodes.Name,
    clauses: Mapping[str, nodes.Clause],
    zone: str | None,
) -> EveryTiming | CronTiming:
    """The timing of the schedule ``name``.

    ``zone`` is the checked value of its ``zone:`` clause, where it has one that is right.
    """
    every, cron, zone_clause = clauses.get("every"), clauses.get("cron"), clauses.get("zone")
    if every is not None and cron is not None:
        _report_two_timings(checking, place.span(cron.name), place.span(every.name))
    elif every is not None:
        if zone_clause is not None:
            _report_zone_without_cron(checking, place, zone_clause)
        return _every(checking, place, every.value)
    elif cron is not None:
        return _cron(checking, place, cron.value, zone or UTC)
    else:
        _report_no_timing(checking, name.text, place.span(name))
    return NEVER


def _every(checking: Checking, place: Place, value: nodes.Expression) -> EveryTiming:
    if isinstance(value, nodes.DurationLiteral) and 0 < value.microseconds <= INT_MAX:
        return EveryTiming(Duration(value.microseconds))
    checking.report(
        "schedule.every_invalid",
        place.span(value),
        "`every` is not a duration above zero",
        why="the time between two runs is part of the program, known before it runs",
        help="write a duration such as `15m`",
    )
    return NEVER


def _cron(checking: Checking, place: Place, value: nodes.Expression, zone: str) -> CronTiming:
    if isinstance(value, nodes.TextLiteral):
        expression, problem = value.value, cron_problem(value.value)
    else:
        expression, problem = "* * * * *", "`cron` is not a text literal"
    if problem is not None:
        checking.report(
            "schedule.cron_invalid",
            place.span(value),
            problem,
            why="`cron` has five fields: minute, hour, day of the month, month, day of the week",
            help='write an expression such as `"0 7 * * 1-5"`: at 07:00 from Monday to Friday',
        )
    return CronTiming(expression, zone)


def cron_problem(expression: str) -> str | None:
    """What is wrong with a cron expression in words, or ``None`` where it is right.

    One that is never due, such as the 30th of February, is wrong.
    """
    # Imported here: most programs have no `cron:`, and checking one starts the sooner.
    from cronsim import CronSim, CronSimError

    if len(expression) > LONGEST_CRON:
        return f"`cron` has {len(expression)} characters, more than any timing needs"
    fields = len(expression.split())
    if fields != CRON_FIELDS:
        return f"`{expression}` has {fields} fields instead of {CRON_FIELDS}"
    try:
        first = next(CronSim(expression, datetime(2000, 1, 1)), None)
    except CronSimError as error:
        return f"`{expression}` has a {str(error).lower()}"
    return f"`{expression}` is never due" if first is None else None


def _report_no_timing(checking: Checking, name: str, span: Span) -> None:
    checking.report(
        "schedule.timing_missing",
        span,
        f"the schedule `{name}` does not say when it is due",
        why="a schedule has `every:` or `cron:`",
        help='add `every: 15m`, or `cron: "0 7 * * 1-5"`',
    )


def _report_two_timings(checking: Checking, span: Span, first: Span) -> None:
    checking.report(
        "schedule.two_timings",
        span,
        "the schedule has both `every:` and `cron:`",
        why="a schedule is due by one rule",
        help="remove one of them, or declare a second schedule",
        related=(Related(first, "the other one is here"),),
    )


def _report_zone_without_cron(checking: Checking, place: Place, clause: nodes.Clause) -> None:
    checking.report(
        "schedule.zone_without_cron",
        place.span(clause.name),
        "`zone` stands beside `every`",
        why="an interval is the same in every zone; only `cron` is read in one",
        help="remove `zone`, or write `cron:`",
        edits=(Edit(place.span(clause), ""),),
    )
