import Access
import Base
import HTTPServing
import Identity
import Mail
import Storage
import Testing
import WaysideAPI

@Suite("abuse: inviting addresses to an appointment tells nothing of whose they are")
struct InvitedAddressTests {
  let fixture: APIFixture
  let owner: APIFixture.Person

  init() throws {
    fixture = try APIFixture()
    owner = try fixture.person("Ann")
    try fixture.prove(owner)
  }

  private func appointment(_ title: String = "Lunch", weekly: Bool = false) throws -> String {
    let body = APIFixture.appointment(title)
    return try fixture.made(
      weekly ? body.with("recurrence", "FREQ=WEEKLY") : body, by: owner
    ).require("id")
  }

  private func invite(
    _ guests: String..., to id: String, by person: APIFixture.Person? = nil
  ) throws -> Reply {
    try fixture.call(
      .post, "/v1/appointments/\(id)/participants", as: person ?? owner,
      ["to": .list(guests.map { .text($0) })])
  }

  private func guests(of id: String, for person: APIFixture.Person) throws -> [JSONValue] {
    try fixture.call(.get, "/v1/appointments/\(id)", as: person).json["participants"]?.array ?? []
  }

  private func answer(_ id: String, _ person: APIFixture.Person) throws -> Int {
    try fixture.call(
      .put, "/v1/appointments/\(id)/answer", as: person, ["answer": "declined"]
    ).status
  }

  @Test("known, unknown, an admin's, of one who blocks, of one who is in: one answer")
  func sameAnswer() throws {
    let (ben, blocking, inside) = (
      try fixture.person("Ben"), try fixture.person(), try fixture.person("Ben")
    )
    let admin = try fixture.admin()
    #expect(try fixture.call(.put, "/v1/blocks/\(owner.id)", as: blocking).status == 204)
    /// What the organizer sees of it from the invitation to its end.
    func answers(_ to: String) throws -> String {
      let id = try appointment()
      #expect(try invite(inside.id, to: id).status == 200)
      let before = try guests(of: id, for: owner)
      var seen = ""
      func note(_ reply: Reply) {
        var text = "\(reply.status) \(reply.text)\n".replacing(id, with: "ITEM")
        for guest in reply.json["participants"]?.array ?? [] where guest["name"]?.string == to {
          text = text.replacing(guest["id"]?.string ?? "-", with: "ID")
        }
        seen += text.replacing(to, with: "TO")
      }
      let reply = try invite(to.uppercased(), to: id)
      note(reply)
      note(try invite(to, to: id))
      note(try fixture.call(.get, "/v1/appointments/\(id)", as: owner))
      let guest = try guests(of: id, for: owner).first { $0["name"]?.string == to }
      let one = try #require(guest?["id"]?.string, "\(reply.text)")
      note(try fixture.call(.delete, "/v1/appointments/\(id)/participants/\(one)", as: owner))
      note(try fixture.call(.get, "/v1/appointments/\(id)", as: owner))
      // Of whoever is in for another reason nothing is taken back.
      #expect(try guests(of: id, for: owner) == before)
      #expect(try fixture.call(.delete, "/v1/appointments/\(id)", as: owner).status == 204)
      return seen
    }
    let all = try [
      ben.email, "nobody@example.net", admin.email, blocking.email, inside.email,
    ].map(answers)
    for seen in all.dropFirst() { #expect(seen == all[0]) }
    #expect(!all[0].contains(ben.id))
    let notices = try fixture.notes(ben, "appointmentInvitation")
    #expect(notices == ["Ann invites you to “Lunch” on Fri, 1 May 2026 at 15:00 (Vaduz time)."])
    #expect(try fixture.mails().allSatisfy { $0.recipient != "nobody@example.net" })
  }

  @Test("whoever answers stands there by name; until then others see neither name nor address")
  func answering() throws {
    let (ben, cleo) = (try fixture.person("Ben"), try fixture.person("Cleo"))
    let id = try appointment()
    #expect(try invite(cleo.id, ben.email, "nobody@example.net", to: id).status == 200)
    func names(_ person: APIFixture.Person) throws -> [String] {
      try guests(of: id, for: person).compactMap { $0["name"]?.string }
    }
    let pending = ["Ann", "Cleo", "nobody@example.net", ben.email]
    #expect(try names(owner) == pending)
    #expect(try names(cleo) == ["Ann", "Cleo"])
    #expect(try names(ben) == ["Ann", "Ben", "Cleo"])
    // By trying accounts it is not found out either.
    let tried = try fixture.call(
      .delete, "/v1/appointments/\(id)/participants/\(ben.id)", as: owner)
    #expect(tried.status == 404)
    #expect(try invite(owner.email, to: id).slug == "own-thing")
    #expect(try answer(id, ben) == 200)
    #expect(try names(owner) == ["Ann", "Ben", "Cleo", "nobody@example.net"])
    #expect(try names(cleo) == ["Ann", "Ben", "Cleo"])
  }

  @Test(
    "what is made of a series hides whom the series hides, and an erased account's address goes")
  func series() throws {
    let ben = try fixture.person("Ben")
    let id = try appointment(weekly: true)
    #expect(try invite(ben.email, to: id).status == 200)
    for query in [
      "?occurrence=2026-05-08T13:00:00Z", "?occurrence=2026-05-15T13:00:00Z&following=true",
    ] {
      let made = try fixture.edit(id, by: owner, ["title": "Supper"], query: query)
      let other = try made.require("id")
      #expect(other != id)
      let names = try guests(of: other, for: owner).compactMap { $0["name"]?.string }
      #expect(names == ["Ann", ben.email], "\(made.text)")
    }
    #expect(
      try fixture.call(
        .delete, "/v1/me", as: ben, ["password": .text(APIFixture.password)]
      ).status == 204)
    #expect(!(try fixture.call(.get, "/v1/appointments/\(id)", as: owner).text.contains(ben.email)))
    let left = try fixture.services.platform.store.read {
      try $0.count("SELECT COUNT(*) FROM invited_addresses")
    }
    #expect(left == 0)
  }

  @Test("only proved senders, and thirty addresses a day, whatever they are invited to")
  func limits() throws {
    let stranger = try fixture.person()
    let own = try fixture.made(APIFixture.appointment(), by: stranger).require("id")
    for to in ["nobody@example.net", owner.email] {
      let refused = try invite(to, to: own, by: stranger)
      #expect(refused.status == 403 && refused.slug == "verification-needed", "\(refused.text)")
    }
    let id = try appointment()
    for number in 0..<20 { #expect(try invite("p\(number)@example.net", to: id).status == 200) }
    // Again, it is none more; and taking all back does not begin the day anew.
    #expect(try invite("p0@example.net", to: id).status == 200)
    #expect(try fixture.call(.delete, "/v1/appointments/\(id)", as: owner).status == 204)
    let realm = try fixture.group(of: owner)
    func intoRealm() throws -> Reply {
      try fixture.call(
        .post, "/v1/realms/\(realm)/invitations", as: owner, ["to": "one@example.net"])
    }
    for _ in 20..<29 { #expect(try intoRealm().status == 201) }
    let next = try appointment("Supper")
    let both = try invite("a@example.net", owner.email.replacing("p", with: "q"), to: next)
    #expect(both.status == 429 && both.slug == "too-many-invitations", "\(both.text)")
    #expect(both["Retry-After"] != nil)
    #expect(try guests(of: next, for: owner).count == 1)
    #expect(try invite("a@example.net", to: next).status == 200)
    let known = try invite(stranger.email, to: next)
    #expect(known.status == 429 && known.slug == "too-many-invitations", "\(known.text)")
    #expect(try intoRealm().slug == "too-many-invitations")
    #expect(try invite(stranger.id, to: next).status == 200)
    fixture.clock.advance(seconds: 86_401)
    _ = try fixture.services.access.maintenance.expire()
    #expect(try invite(stranger.email, to: next).status == 200)
  }

  @Test("an account that is erased leaves no address behind, be it answered or named beside it")
  func erasure() throws {
    let (ben, cleo) = (try fixture.person("Ben"), try fixture.person("Cleo"))
    let id = try appointment()
    #expect(try invite(ben.id, "nobody@example.net", to: id).status == 200)
    #expect(try invite(ben.email, cleo.email, to: id).status == 200)
    func names() throws -> Set<String> {
      Set(try guests(of: id, for: owner).compactMap { $0["name"]?.string })
    }
    #expect(try names() == ["Ann", "Ben", "nobody@example.net", ben.email, cleo.email])
    for person in [ben, cleo] {
      let gone = try fixture.call(
        .delete, "/v1/me", as: person, ["password": .text(APIFixture.password)])
      #expect(gone.status == 204, "\(gone.text)")
    }
    #expect(try names() == ["Ann", "nobody@example.net"])
  }

  @Test("what belongs to a group takes no addresses, known or not")
  func groups() throws {
    let ben = try fixture.person("Ben")
    let team = try fixture.call(
      .post, "/v1/realms", as: owner,
      ["kind": "team", "name": "Chess", "joinPolicy": "invite"])
    let realm = try team.require("id")
    try fixture.join(ben, realm, by: owner)
    let made = try fixture.call(
      .post, "/v1/realms/\(realm)/events", as: owner,
      [
        "kind": "event", "title": "Regatta", "start": "2026-05-04T18:00", "duration": 3600,
        "placeIsSafe": true, "place": ["label": "Boathouse"],
      ])
    let id = try made.require("id")
    for to in [ben.email, "nobody@example.net"] {
      let refused = try invite(to, to: id)
      #expect(refused.status == 422 && refused.pointers == ["/to/0"], "\(refused.text)")
    }
  }
}
