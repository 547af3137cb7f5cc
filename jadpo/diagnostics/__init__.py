"""Diagnostics: what is wrong with a program or its surroundings, as data, and its renderings.

A stage adds :class:`Diagnostic` values to a :class:`Diagnostics` collection and never prints.
The command line renders them with :mod:`~jadpo.diagnostics.terminal` for a person,
:mod:`~jadpo.diagnostics.plain` for pipes and :mod:`~jadpo.diagnostics.json_form` for programs.
Rules and their pages are in :mod:`jadpo.diagnostics.rules`.
"""

from jadpo.diagnostics.collection import Diagnostics
from jadpo.diagnostics.diagnostic import Diagnostic, Edit, Related, Severity
from jadpo.diagnostics.nearest import nearest_name

__all__ = ["Diagnostic", "Diagnostics", "Edit", "Related", "Severity", "nearest_name"]
