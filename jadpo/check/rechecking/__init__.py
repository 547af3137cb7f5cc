"""Checking a project again: bodies that did not change are not parsed and not checked.

A body is checked against what stands outside of bodies (:mod:`~jadpo.check.rechecking.outlines`):
against what it names there, and what that names (:mod:`~jadpo.check.rechecking.surroundings`). Of a
body without mistakes a few facts are remembered under its text and a digest of what it sees
(:mod:`~jadpo.check.rechecking.facts`): its warnings, what can leave it, what it does to stores. All
that looks at several bodies at once runs every time, on facts or on bodies alike. So what is found
is always what :func:`~jadpo.check.check_project` finds.
"""

from jadpo.check.rechecking.memory import Memory
from jadpo.check.rechecking.problems import problems_of_project

__all__ = ["Memory", "problems_of_project"]
