"""A process that compares with an addition that is compiled to a subtraction."""

from jadpo.compare.child import main
from jadpo.ir import nodes
from jadpo_codegen.lowering import arithmetic

if __name__ == "__main__":
    arithmetic.CHECKED_INT[nodes.ArithmeticOperator.INT_ADD] = "ssub"
    main()
