"""The IR of programs, as it is printed: each snapshot holds the source and what it becomes.

A change of a snapshot is a change of what programs do. ``pytest --snapshot-update`` writes them;
what is written then is to be read.
"""

import pytest
from marked_source import checked
from syrupy.assertion import SnapshotAssertion

from jadpo.ir.printer import print_program
from jadpo.ir.verifier import verify

PROGRAMS = {
    "every form of query": """
type Title = Text { min_length: 1 }
type Many = Int {}
type Some = Bool {}
failure NoTodo { kind: NotFound  code: "no_todo"  public { title: Todo.title } }
entity Todo {
    id: Uuid { generated: identity }
    title: Title
    rank: Int
    note: Text?
    identity: id
    query by_title(title: Todo.title) freshness: authoritative fails NoTodo -> Todo {
        return attempt query required Todo {
            where: title == title
            missing: NoTodo { title: title }
        }
    }
    query first(rank: Todo.rank) freshness: authoritative -> Todo? {
        return attempt query optional Todo { where: rank == rank + 1 and note == none }
    }
    query page(titles: List<Todo.title>, size: Many) freshness: authoritative -> List<Todo> {
        return attempt query many Todo {
            where: not (title in titles or note exists)
            order_by: rank desc, title
            limit: size
            offset: size * 2
        }
    }
    query how_many() freshness: authoritative -> Many { return Many(attempt query count Todo { }) }
    query any() freshness: authoritative -> Some {
        return Some(attempt query exists Todo { where: rank > 5 })
    }
    query total() freshness: authoritative -> Many {
        return Many(attempt query sum Todo.rank { })
    }
    query least() freshness: authoritative -> Todo.title? {
        return attempt query minimum Todo.title { }
    }
}
""",
    "writes with their conflicts": """
failure Taken { kind: Conflict  code: "taken" }
failure Gone { kind: NotFound  code: "gone"  public { id: Item.id } }
failure Nothing { kind: InvalidValue  code: "nothing" }
type Change = Object { name: Item.name optional  stock: Item.stock optional }
entity Item {
    id: Uuid { generated: identity }
    name: Text
    stock: Int { min: 0 }
    seen_at: Instant?
    identity: id
    persistence { unique: name }
    action add(name: Item.name) fails Taken -> Item {
        return attempt create Item {
            seen_at: none
            name: name
            stock: Item.stock(0)
        } conflict Item.name: Taken
    }
    action take(self: ref, count: Item.stock) fails Gone -> Item {
        return attempt update required Item {
            where: id == self
            set: { stock: current.stock - count * 2  seen_at: clock.now }
            missing: Gone { id: self }
        }
    }
    action change(self: ref, input: Change) fails Gone, Nothing, Taken -> Item {
        return attempt update required Item {
            where: id == self
            patch: input
            empty: Nothing
            set: { seen_at: clock.now when input.stock supplied }
            missing: Gone { id: self }
            conflict: Taken
        }
    }
    action tidy() -> Unit {
        var _ = attempt update many Item { where: stock == 0  set: { seen_at: none }  limit: 5 }
        var _ = attempt delete many Item { where: seen_at == none  limit: 5 }
    }
    action drop(self: ref) -> Unit {
        match delete required Item { where: id == self  missing: Gone { id: self } } {
            success(_) => { }
            failure Gone => { }
        }
    }
}
""",
    "work that runs afterwards": """
public event ItemEvent { seen { id: Item.id  at: Instant }  lost }
entity Item {
    id: Uuid { generated: identity }
    size: Int
    slug: Text
    identity: id
    action see(id: Item.id, at: Instant) -> Unit {
        var _ = attempt update many Item { where: id == id  set: { size: current.size + 1 } }
        emit ItemEvent.seen { at: at  id: id }
    }
}
subscriber watch {
    retry: fixed(max_attempts: 2, delay: 1s)
    on ItemEvent.seen(seen) { Item.see(seen.id, delivery.emitted_at) }
    on ItemEvent.lost { }
}
schedule nightly { cron: "0 3 * * *"  run: begin(schedule.due_at) }
action begin(at: Instant) -> Unit { start touch(at, "nightly") }
batch touch(at: Instant, why: Text) {
    over: Item { where: size > text.length(why) and not (slug == why) }
    each item { Item.see(item.id, at) }
}
backfill Item.slug(item) { return text.of(item.size) }
""",
    "the outside": """
config Settings { mail_url: Text { binding: "MAIL_URL" } }
failure Refused { kind: Rejected  code: "refused" }
failure NoNote { kind: NotFound  code: "no_note" }
type Message = Object { at: Instant }
type NewNote = Object { title: Note.title }
event NoteEvent { told { at: Instant } }
connection mailer {
    kind: http
    base_url: config.mail_url
    operation send { request: POST "/send"  input: Message  on 422: Refused }
    operation ping { request: GET "/ping" }
}
connection feed {
    kind: sqs
    queue: "notes"
    receiving Message(message) { emit NoteEvent.told { at: message.at } }
}
entity Note {
    id: Uuid { generated: identity }
    title: Text
    identity: id
    query get(id: Note.id) freshness: authoritative fails NoNote -> Note {
        return attempt query required Note { where: id == id  missing: NoNote }
    }
    action add(input: NewNote) fails Refused -> Note {
        mailer.ping()
        attempt mailer.send(Message { at: clock.now })
        return attempt create Note { title: input.title }
    }
}
route POST /notes {
    auth: none
    input: NewNote
    headers: { tenant: Note.title from "X-Tenant" optional }
    run: Note.add(input)
    settle: Note.get(result.id)
    output: Note
}
route GET /notes/{id} {
    auth: none
    path: { id: Note.id }
    query: { other: Note.id optional }
    output: Note
    action: fails NoNote {
        if query.other supplied { return attempt Note.get(query.other) }
        return attempt Note.get(path.id)
    }
}
fixture noon {
    clock: fixed Instant("2026-01-15T12:00:00Z")
    config { mail_url: "https://mail.test" }
    connection mailer: fake { send(message) => reject Refused  ping => none }
}
test "a refused message keeps no note" using noon {
    assert rejects Refused { call Note.add(NewNote { title: Note.title("a") }) }
    advance clock by 1h
    run pending
    tick
}
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_becomes_this_ir(name: str, snapshot: SnapshotAssertion) -> None:
    source = PROGRAMS[name].strip() + "\n"
    program = checked(source)

    verify(program)
    assert f"{source}\n{print_program(program)}" == snapshot
