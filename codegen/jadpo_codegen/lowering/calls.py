"""Calls of authored callables: the depth, the stop byte, the status."""

from jadpo.ir import nodes
from jadpo_codegen.layouts import is_counted, llvm_type
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.native_faults import CALL_DEPTH_EXCEEDED
from jadpo_codegen.support.context import CALL_DEPTH_LIMIT


def prepare_call(body: Body, node: nodes.Call) -> list[Operand]:
    """The arguments [C6]."""
    return body.operands(node.arguments)


def perform_call(
    body: Body, node: nodes.Call, operands: list[Operand], failure: str | None
) -> Operand:
    """The call; arguments stay the caller's but where the callee takes them."""
    callee = body.names.callables[node.name]
    writer = body.writer
    too_deep = writer.value(f"icmp uge i64 %depth, {CALL_DEPTH_LIMIT}")
    body.fault_if(too_deep, CALL_DEPTH_EXCEEDED, node.span)
    body.poll()
    deeper = writer.value("add nuw nsw i64 %depth, 1")
    given = [
        body.adapted(operand, body.layout(slot.type))
        for operand, slot in zip(operands, callee.slots[: callee.parameters], strict=True)
    ]
    owned = body.names.owned[node.name]
    passed = [body.held(each) if takes else each for each, takes in zip(given, owned, strict=True)]
    listed = "".join(f", {llvm_type(each.layout)} {each.text}" for each in passed)
    result = body.layout(body.names.results[node.name])
    answer_type = f"{{ i32, {llvm_type(result)} }}"
    answer = writer.value(
        f"call {answer_type} {body.names.functions[node.name]}(ptr %context, i64 {deeper}{listed})"
    )
    status = writer.value(f"extractvalue {answer_type} {answer}, 0")
    body.drop(*(each for each, takes in zip(passed, owned, strict=True) if not takes))
    body.check_status(status, failure)
    value = writer.value(f"extractvalue {answer_type} {answer}, 1")
    return Operand(value, result, is_counted(result))
