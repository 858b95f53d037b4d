import Access
import Base
import Storage
import TestSupport
import Testing

@testable import Calendar

@Suite("what teams take part in that others plan")
struct ParticipatingRealmTests {
  @Test(
    "whatever a team's calendar shows its guests they can open, also what others plan; they look on",
    arguments: StoreEngine.allCases)
  func guests(_ engine: StoreEngine) throws {
    let fixture = try CalendarFixture(engine)
    let (ann, cleo) = (try fixture.person("Ann"), try fixture.person("Cleo"))
    let (guest, stranger) = (try fixture.person("Gus"), try fixture.person("Eve"))
    let (host, team) = (try fixture.team(ann, []), try fixture.team(cleo, []))
    try fixture.join(team, guest, by: cleo, as: .guest)
    let (items, rsvp) = (fixture.calendar.items, fixture.calendar.rsvp)
    let id = try items.create(try fixture.item("practice", in: host), caller: ann.caller)
    func opens(_ person: CalendarFixture.Person) throws -> String? {
      try fixture.slug { _ = try items.item(id, caller: person.caller) }
    }
    func isListed() throws -> Bool { try !fixture.listed(team, for: guest).isEmpty }
    try items.invite(realm: team, to: id, caller: ann.caller)
    #expect(try !isListed() && opens(guest) == "not-found", "nobody takes part yet")
    try items.answer(accepts: true, for: team, to: id, caller: cleo.caller)
    #expect(try isListed() && opens(guest) == nil)
    #expect(try items.item(id, caller: guest.caller).through == team)
    #expect(try opens(stranger) == "not-found")
    // They look on, as they do at what their own team plans.
    for verb in [Verb.join, .edit, .delete, .invite] {
      let thing = try items.item(id, caller: guest.caller).thing
      #expect(try !Rights.can(guest.caller, verb, thing), "\(verb)")
    }
    #expect(
      try fixture.slug { try rsvp.answer(.accepted, to: id, caller: guest.caller) }
        == "role-too-low")
    try rsvp.answer(.accepted, to: id, caller: cleo.caller)
    #expect(
      try fixture.slug { try items.change(id, expecting: .any, caller: cleo.caller) { _ in } }
        == "role-too-low")
    // Who is a guest here and a member there comes as a member.
    let other = try fixture.team(stranger, [guest])
    try items.invite(realm: other, to: id, caller: ann.caller)
    try items.answer(accepts: true, for: other, to: id, caller: stranger.caller)
    #expect(try items.item(id, caller: guest.caller).through == other)
    try rsvp.answer(.accepted, to: id, caller: guest.caller)
    try items.remove(realm: other, from: id, caller: stranger.caller)
    // A draft is listed for nobody and opened by nobody; what is cancelled is both.
    try items.change(id, expecting: .any, caller: ann.caller) { $0.status = .draft }
    #expect(try !isListed() && opens(guest) == "not-found")
    try items.change(id, expecting: .any, caller: ann.caller) { $0.status = .confirmed }
    try items.cancel(id, caller: ann.caller)
    #expect(try isListed() && opens(guest) == nil)
    try items.remove(realm: team, from: id, caller: cleo.caller)
    #expect(try !isListed() && opens(guest) == "not-found")
    #expect(try fixture.breaches().isEmpty)
  }
}
