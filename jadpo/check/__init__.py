"""The checker: from syntax trees to the typed IR, or to diagnostics.

It is split by construct, not one visitor. :mod:`~jadpo.check.project` shows the stages on one
screen. What a stage has found lives in :class:`~jadpo.check.checking.Checking`; a body that is
being lowered lives in :class:`~jadpo.check.body.Body`; which function checks which kind of node
is said in one table, :mod:`~jadpo.check.constructs`.
"""

from jadpo.check.project import CheckResult, check_project

__all__ = ["CheckResult", "check_project"]
