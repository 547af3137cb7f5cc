"""What runs Jadpo programs: values, stores, the outbox, the runner of background work, and hosts.

It runs whatever fulfils :class:`jadpo_runtime.program.Program`, and knows no syntax, no checker and
no engine.
"""
