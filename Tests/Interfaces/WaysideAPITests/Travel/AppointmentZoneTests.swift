import Base
import HTTPServing
import Testing

@Suite("coming to the places of appointments")
struct AppointmentZoneTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private static let (lat, lon) = Town.parliament
  /// 50 m from the place, and 300 m.
  private static let near = (lat + 50 / 111_190.0, lon)
  private static let far = (lat + 300 / 111_190.0, lon)

  private func items(_ reply: Reply, _ list: String) -> [String] {
    (reply.json[list]?.array ?? []).filter { $0["kind"]?.string == "place" }
      .compactMap { $0["item"]?.string }
  }

  private func plan(_ person: APIFixture.Person) throws -> [String] {
    let reply = try fixture.call(
      .get, "/v1/zones/plan?lat=\(Self.far.0)&lon=\(Self.far.1)", as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return items(reply, "armed")
  }

  @Test("TV-SEC-02: who comes to the place of an appointment is told if it is in the own calendar")
  func comeTo() throws {
    let (owner, stranger) = (try fixture.walker(), try fixture.walker())
    let item = try fixture.made(APIFixture.appointment(), by: owner).require("id")
    #expect(items(try fixture.report(Self.far, as: owner), "inside").isEmpty)
    #expect(items(try fixture.report(Self.near, as: owner), "entered") == [item])
    #expect(items(try fixture.report(Self.near, as: stranger), "entered").isEmpty)
    #expect(try plan(owner) == [item])
    for person in [stranger, .nobody] { #expect(try plan(person).isEmpty) }
    #expect(items(try fixture.report(Self.far, as: owner), "left") == [item])
    // Elsewhere from now on.
    let moved = try fixture.edit(item, by: owner, ["place": Town.place(Town.station)])
    #expect(moved.status == 200, "\(moved.text)")
    #expect(items(try fixture.report(Self.near, as: owner), "inside").isEmpty)
    #expect(items(try fixture.report(Town.station, as: owner), "entered") == [item])
    // Known again after a start.
    let restarted = try APIFixture(restarting: fixture)
    #expect(items(try restarted.report(Town.station, as: owner), "inside") == [item])
    // Over at 15:30 in Vaduz; no change tells of that.
    fixture.clock.advance(seconds: 4 * 3600)
    #expect(items(try fixture.report(Town.station, as: owner), "inside").isEmpty)
    #expect(try plan(owner).isEmpty)
    #expect(
      items(
        try APIFixture(restarting: fixture).report(Town.station, as: owner), "inside"
      ).isEmpty)
  }

  @Test("TV-SEC-02: invited people come to it once they have accepted, until they or all decline")
  func invited() throws {
    let (owner, guest) = (try fixture.walker(), try fixture.walker())
    let item = try fixture.made(APIFixture.appointment(), by: owner).require("id")
    let invitation = try fixture.call(
      .post, "/v1/appointments/\(item)/participants", as: owner, ["to": [.text(guest.id)]])
    #expect(invitation.status == 200, "\(invitation.text)")
    #expect(items(try fixture.report(Self.near, as: guest), "inside").isEmpty)
    func answer(_ word: String) throws {
      let reply = try fixture.call(
        .put, "/v1/appointments/\(item)/answer", as: guest, ["answer": .text(word)])
      #expect(reply.status == 200, "\(reply.text)")
    }
    try answer("accepted")
    #expect(items(try fixture.report(Self.near, as: guest), "inside") == [item])
    try answer("declined")
    #expect(items(try fixture.report(Self.near, as: guest), "inside").isEmpty)
    #expect(items(try fixture.report(Self.near, as: owner), "inside") == [item])
    let tag = try fixture.call(.get, "/v1/appointments/\(item)", as: owner).tag()
    let gone = try fixture.call(
      .delete, "/v1/appointments/\(item)", as: owner, headers: [tag])
    #expect(gone.status < 300, "\(gone.text)")
    #expect(items(try fixture.report(Self.near, as: owner), "inside").isEmpty)
  }
}
