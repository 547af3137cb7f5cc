"""``jadpo serve``: serve the routes of a project, and do its background work."""

import os
import socket
import sys
from pathlib import Path

import click

from jadpo.cli.durations import duration_given
from jadpo.cli.modes import mode_option, tier_option
from jadpo.cli.reporting import refuse
from jadpo.cli.starting import refuse_budget_out_of_bounds, start_of
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.values import Duration

_MOST_THREADS = 64

_MOST_PROCESSES = 64

_MEBIBYTE = 1024 * 1024


@click.command("serve")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 takes a free one.",
)
@click.option(
    "--workers",
    "threads",
    type=click.IntRange(1, _MOST_THREADS),
    default=4,
    show_default=True,
    help="Answer on so many threads, each with a program and connections of its own.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, _MOST_PROCESSES),
    default=1,
    show_default=True,
    help="Serve in so many processes on one socket; one that ends is started again.",
)
@click.option(
    "--database",
    "databases",
    metavar="URL",
    multiple=True,
    help="Use this database: sqlite:PATH. NAME=URL where there are several stores.",
)
@click.option(
    "--budget",
    callback=duration_given,
    metavar="TIME",
    default="15m",
    show_default=True,
    help="The longest time of one run of background work: at most 15m.",
)
@click.option(
    "--largest-body",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="MIB",
    help="The most that the body of a request may have, in MiB.",
)
@mode_option("How to run it: interpreted, unless it was built with `jadpo build`.")
@tier_option("With --mode compiled, how much time goes into making code fast; else balanced.")
@click.option("--quiet", is_flag=True, help="Print only what did not succeed.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line.")
def command(
    path: Path,
    host: str,
    port: int,
    threads: int,
    processes: int,
    databases: tuple[str, ...],
    budget: Duration,
    largest_body: int,
    mode: str | None,
    tier: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Serve the routes of the project at PATH until SIGTERM or SIGINT comes.

    What the requests set off is done in the background, with schedules, batches and backfills. The
    signal ends that at once; requests that were accepted are answered, and the exit status is 0. A
    second one ends the process at once.
    """
    refuse_budget_out_of_bounds(budget)
    start = start_of(path, databases, mode, tier, as_json=as_json)
    if isinstance(start, int):
        return start
    # The server and the runtime are loaded only now: what is mistyped is told at once.
    from jadpo.cli.processes import handed_on, serve_in_processes, stop_with_parent
    from jadpo.cli.serving import Serving, serve_until_stopped
    from jadpo.cli.work_views import JsonLines, Lines, PrintedLines
    from jadpo_runtime.hosts.serving import listening_socket

    handed = handed_on(os.environ)
    try:
        listening = listening_socket(host, port) if handed is None else handed[0]
    except OSError as error:
        return refuse([cannot_listen(host, port, error)], start.sources, as_json=as_json)
    if handed is not None:
        stop_with_parent(handed[1])
    elif processes > 1:
        with listening:
            return serve_in_processes(processes, listening, sys.argv[1:], os.environ)
    lines: Lines = JsonLines(sys.stdout) if as_json else PrintedLines(sys.stdout, quiet=quiet)
    serving = Serving(
        listening=listening,
        url=url_of(listening),
        threads=threads,
        budget=budget,
        largest_body=largest_body * _MEBIBYTE,
        environment=os.environ,
        databases=start.urls,
    )
    with listening:
        ended = serve_until_stopped(start.engine, start.new_engine, serving, lines)
    return ended if isinstance(ended, int) else refuse(ended, start.sources, as_json=as_json)


def url_of(listening: socket.socket) -> str:
    """The URL of a socket that listens."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def cannot_listen(host: str, port: int, error: OSError) -> Diagnostic:
    """Why a socket cannot listen there."""
    return Diagnostic(
        rule="cli.cannot_listen",
        span=None,
        summary=f"nothing can listen on {host}, port {port}: {error.strerror}",
        why="another process may listen there, or the address is none of this machine",
        help="give another `--port` (0 takes a free one), or another `--host`",
    )
