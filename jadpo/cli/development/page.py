"""The page that a browser shows of a program in development."""

import html
from collections.abc import Sequence
from typing import Final

import attrs

from jadpo_runtime.http.messages import Request, Response
from jadpo_runtime.manifest import RouteDefinition

PAGE: Final = "/_jadpo/dev"
"""Where the page is."""

_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #222; background: #fff; }
pre { background: #f6f6f4; border-left: 4px solid #c33; padding: .8rem 1rem; overflow-x: auto; }
code { font-family: ui-monospace, monospace; }
.good { color: #176b37; } .bad { color: #b3261e; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1c1c1c; }
  pre { background: #262626; } .good { color: #7bd79a; } .bad { color: #ff8a80; } }
"""


@attrs.frozen
class Shown:
    """What the page shows: the mistakes as text, one each, and the routes that are served.

    ``is_served`` says whether some version of the program is served.
    """

    program: str
    mistakes: Sequence[str]
    routes: Sequence[RouteDefinition]
    is_served: bool


def wants_page(request: Request) -> bool:
    """Whether somebody looks at this with a browser."""
    accepts = b",".join(request.header(b"accept"))
    return request.method in ("GET", "HEAD") and b"text/html" in accepts


def page(shown: Shown, status: int = 200) -> Response:
    """The page; it looks anew every second."""
    return Response(
        status,
        (("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store")),
        _text(shown).encode(),
    )


def _text(shown: Shown) -> str:
    name = html.escape(shown.program)
    if not shown.mistakes:
        state = '<p class="good">The source is without mistakes, and served.</p>'
    else:
        count = "1 mistake" if len(shown.mistakes) == 1 else f"{len(shown.mistakes)} mistakes"
        goes_on = (
            "the last version without any is still served"
            if shown.is_served
            else "nothing is served yet"
        )
        state = f'<p class="bad">The source has {count}; {goes_on}.</p>' + "".join(
            f"<pre><code>{html.escape(each)}</code></pre>" for each in shown.mistakes
        )
    routes = "".join(
        f"<li><code>{html.escape(f'{route.method} {route.path}')}</code> "
        f"{html.escape(_line(route))}</li>"
        for route in shown.routes
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta http-equiv="refresh" content="1">'
        f"<title>{name}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{name}</h1>{state}<ul>{routes}</ul></body></html>"
    )


def _line(route: RouteDefinition) -> str:
    return route.doc.partition("\n")[0].strip()
