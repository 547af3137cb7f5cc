"""How programs are used from Python, as mypy sees it: this is checked strictly and never run."""

import datetime

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

import jadpo

served: jadpo.AsgiApplication = jadpo.asgi("shop", mode="compiled", tier="full", workers=2)
mounted = Starlette(routes=[Mount("/shop", served)], lifespan=served.lifespan)
jadpo.load("shop", mode="fast")  # type: ignore[arg-type]
jadpo.load("shop", databases=["sqlite:shop.db"])  # type: ignore[arg-type]


def place(path: str) -> str:
    """Run, ask, and handle what is raised."""
    with jadpo.load(path, database="sqlite:shop.db") as shop:
        try:
            order = shop.run("Order.place", {"code": "TEA-1", "quantity": 4})
        except jadpo.Rejected as rejected:
            return rejected.code + (rejected.where or "")
        except jadpo.Faulted as faulted:
            return faulted.detail
        attempts: tuple[jadpo.Attempt, ...] = shop.run_due()
        answer: jadpo.Response = shop.request("GET", f"/orders/{order['id']}")
        return f"{answer.json()['status']} {len(attempts)}"


@pytest.mark.jadpo(seed=7)
def test_an_order(jadpo_app: jadpo.AppInTest) -> None:
    """Use what the fixture gives."""
    jadpo_app.fake("mailer", "send", lambda letter: {"number": letter["to"]})
    jadpo_app.advance(datetime.timedelta(seconds=1))
    jadpo_app.advance(1)  # type: ignore[arg-type]
    events: tuple[jadpo.Event, ...] = jadpo_app.events("OrderEvent.placed")
    assert events[0].payload["quantity"] == 4
