"""A program for tests of the embedding: wishes that are granted after they were made."""

PROGRAM = """
type Title = Text { min_length: 1  max_length: 20 }
type Count = Int {}
type Line = Text { min_length: 1 }
type Letter = Object { to: Title }
type Accepted = Object { number: Line }
failure Unknown { kind: NotFound  code: "wish_missing"  message: "No such wish."
    public { id: Wish.id } }
failure Broken { kind: Unavailable  code: "broken" }
failure AddressRefused { kind: Rejected  code: "address_refused" }
config Settings {
    wishes_url: Text { binding: "WISHES"  default: "sqlite:wishes.db" }
    greeting: Line { binding: "GREETING"  default: "Hello" }
    mail_url: Url { binding: "MAIL_URL"  default: Url("https://mail.test") }
    mail_key: Text { binding: "MAIL_KEY"  secret: true  default: "none" }
}
store primary { url: config.wishes_url }
connection mailer {
    kind: http
    base_url: config.mail_url
    credential: bearer(config.mail_key)
    operation send {
        request: POST "/v1/letters"
        input: Letter
        output: Accepted
        timeout: 5s
        on 422: AddressRefused
    }
    operation ping { request: GET "/ping" }
}
event WishEvent { made { id: Wish.id  title: Wish.title } }
entity Wish {
    id: Uuid { generated: identity }
    title: Title
    granted: Bool
    made_at: Instant
    identity: id

    action make(title: Wish.title) -> Wish {
        var wish = attempt create Wish { title: title  granted: false  made_at: clock.now }
        emit WishEvent.made { id: wish.id  title: wish.title }
        return wish
    }

    action grant(id: Wish.id, title: Wish.title) fails Unknown, Broken -> Wish {
        if title == "never" { reject Broken }
        return attempt update required Wish {
            where: id == id
            set: { granted: true }
            missing: Unknown { id: id }
        }
    }

    query find(id: Wish.id) freshness: authoritative fails Unknown -> Wish {
        return attempt query required Wish { where: id == id  missing: Unknown { id: id } }
    }

    query count() freshness: authoritative -> Count {
        return Count(attempt query count Wish {})
    }
}

subscriber fairy {
    retry: exponential(max_attempts: 3, initial: 1s, maximum: 1s, jitter: none)
    on WishEvent.made(made) { var _ = attempt Wish.grant(made.id, made.title) }
}

action hourly_wish() -> Wish { return Wish.make(Wish.title("hourly")) }
schedule hourly { every: 1h  run: hourly_wish() }

function divided(by: Count) -> Count { return Count(1 % by) }
function sum(left: Count, right: Count) -> Count { return Count(left + right) }
action greeting() -> Line { return config.greeting }

action write(to: Title) fails AddressRefused -> Line {
    mailer.ping()
    var accepted = attempt mailer.send(Letter { to: to })
    return accepted.number
}

route POST /wishes {
    auth: none  input: NewWish  run: Wish.make(Wish.title(input.title))  output: Wish
}
route POST /wishes/settled {
    auth: none  input: NewWish  run: Wish.make(Wish.title(input.title))
    settle: Wish.find(result.id)  within: 10s  output: Wish
}
route GET /wishes/{id} { auth: none  path: { id: Wish.id }  run: Wish.find(path.id)  output: Wish }
type NewWish = Object { title: Title }

fixture polite {
    clock: fixed Instant("2026-05-05T12:00:00Z")
    seed: 7
    config { greeting: "Good evening" }
    connection mailer: fake {
        send(letter) => Accepted { number: Line("from the fixture") }
        ping => none
    }
}
"""
