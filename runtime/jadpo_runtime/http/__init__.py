"""Requests and answers: from the bytes of HTTP to a route's arguments, and from outcomes back.

Everything here is a pure function of the program's manifest and a request. What runs a route, and
the server that reads requests from the network, are hosts (:mod:`jadpo_runtime.hosts`).
"""

from jadpo_runtime.http.answers import RouteAnswers, Settled
from jadpo_runtime.http.errors import Refusal, RequestRefused
from jadpo_runtime.http.inputs import RouteReader
from jadpo_runtime.http.messages import Request, Response
from jadpo_runtime.http.routing import Found, Router, WrongMethod
from jadpo_runtime.http.tracing import TraceContext, trace_context

__all__ = [
    "Found",
    "Refusal",
    "Request",
    "RequestRefused",
    "Response",
    "RouteAnswers",
    "RouteReader",
    "Router",
    "Settled",
    "TraceContext",
    "WrongMethod",
    "trace_context",
]
