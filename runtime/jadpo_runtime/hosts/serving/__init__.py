"""Serving a program's routes over HTTP.

The server (:mod:`server`) runs an event loop on a thread of its own. Its application
(:mod:`application`) reads whole requests and hands each to a service (:mod:`service`), which has
worker threads answer it; what comes to its end is told to an observer (:mod:`observer`).
"""

from jadpo_runtime.hosts.serving.application import Application
from jadpo_runtime.hosts.serving.metrics import Metrics
from jadpo_runtime.hosts.serving.observer import RequestDone
from jadpo_runtime.hosts.serving.own_answers import OwnAnswers
from jadpo_runtime.hosts.serving.server import HttpServer, listening_socket
from jadpo_runtime.hosts.serving.service import ServedProgram, Service
from jadpo_runtime.hosts.serving.timed_store import TimedStore

__all__ = [
    "Application",
    "HttpServer",
    "Metrics",
    "OwnAnswers",
    "RequestDone",
    "ServedProgram",
    "Service",
    "TimedStore",
    "listening_socket",
]
