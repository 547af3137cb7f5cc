"""``jadpo dev``: serve a project while its source is written."""

import sys
from pathlib import Path

import click

from jadpo.cli.modes import INTERPRETED, mode_option, refuse_tier_without_code, tier_option
from jadpo.cli.reporting import refuse

_MOST_THREADS = 64


@click.command("dev")
@click.argument("path", type=click.Path(path_type=Path, exists=True))
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
    default=2,
    show_default=True,
    help="Answer on so many threads.",
)
@click.option(
    "--database",
    "databases",
    metavar="URL",
    multiple=True,
    help="Use this database: sqlite:PATH. NAME=URL where there are several stores.",
)
@mode_option("How to run it: interpreted, or compiled as soon as that is done beside.")
@tier_option("With --mode compiled, how much time goes into making code fast: fast.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line.")
def command(
    path: Path,
    host: str,
    port: int,
    threads: int,
    databases: tuple[str, ...],
    mode: str | None,
    tier: str | None,
    as_json: bool,
) -> int:
    """Serve the project at PATH, and follow its source until SIGTERM or SIGINT comes.

    The database is migrated where that loses nothing. When a file changes, the new version takes
    over; while the source has mistakes, they are shown here and at /_jadpo/dev, and the last good
    version goes on. Variables of `.env.local` beside the source are added to the environment.
    """
    refuse_tier_without_code(mode, tier)
    # The server and the runtime are loaded only now: what is mistyped is told at once.
    from jadpo.cli.development.developing import develop
    from jadpo.cli.development.follower import Followed
    from jadpo.cli.serve import cannot_listen, url_of
    from jadpo.cli.work_views import JsonLines, Lines, PrintedLines
    from jadpo_runtime.hosts.serving import listening_socket

    try:
        listening = listening_socket(host, port)
    except OSError as error:
        return refuse([cannot_listen(host, port, error)], {}, as_json=as_json)
    lines: Lines = JsonLines(sys.stdout) if as_json else PrintedLines(sys.stdout, quiet=False)
    followed = Followed(path, databases, threads, mode or INTERPRETED, tier or "fast")
    with listening:
        return develop(followed, listening, url_of(listening), lines)
