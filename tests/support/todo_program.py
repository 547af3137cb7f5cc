"""An entity with a field of every sort, for tests of what persistence expressions become."""

from marked_source import checked

from jadpo.ir.printer import print_callable
from jadpo.ir.program import Program
from jadpo_runtime.manifest import Plan, Predicate, SelectPlan

TYPES = """
type Title = Text { min_length: 1 }
type Note = Text {}
type Price = Decimal { min: 0 }
type Count = Int {}
type Amount = Int { min: 0 }
type Flag = Bool {}
type State = Enum { open done { at: Instant } }
type Colour = Enum { red green }
failure NoTodo { kind: NotFound  code: "no_todo"  public { id: Todo.id } }
failure Gone { kind: NotFound  code: "gone" }
failure Taken { kind: Conflict  code: "taken"  public { title: Todo.title } }
failure Busy { kind: Conflict  code: "busy" }
failure Nothing { kind: InvalidValue  code: "nothing" }
type Change = Object { title: Todo.title optional  note: Todo.note optional }
"""

FIELDS = """
    id: Uuid { generated: identity }
    title: Title
    rank: Int { min: 0 }
    price: Price
    done: Bool
    note: Note?
    state: State
    colour: Colour
    at: Instant
    tags: List<Title>
    parent: Todo.id?
    identity: id
    persistence {
        unique: title
        unique: (rank, at)
        reference parent: Todo.id on_delete: restrict
    }
"""


def todo(*operations: str) -> str:
    return TYPES + "entity Todo {" + FIELDS + "\n".join(operations) + "}\n"


def find(where: str, parameters: str = "wanted: Todo.title") -> str:
    return todo(
        f"query find({parameters}) freshness: authoritative -> Todo? {{ "
        f"return attempt query optional Todo {{ where: {where} }} }}"
    )


def plans_of(program: Program) -> tuple[Plan, ...]:
    return program.manifest.plans


def predicate_of(where: str, parameters: str = "wanted: Todo.title") -> Predicate:
    (plan,) = plans_of(checked(find(where, parameters)))
    assert isinstance(plan, SelectPlan)
    return plan.predicate


def body(operation: str, *others: str) -> str:
    """The IR of `Todo.do`."""
    return print_callable(checked(todo(operation, *others)).callables["Todo.do"])
