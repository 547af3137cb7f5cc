"""The parts of compiled code that are the same for every program, as text of LLVM IR.

Each file holds one part: :mod:`pool` the memory of a boundary, :mod:`texts`, :mod:`decimals`. They
are emitted into each program's module, so that LLVM may inline them.
"""
