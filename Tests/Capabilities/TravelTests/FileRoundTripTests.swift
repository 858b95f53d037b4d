import Access
import Base
import Geodesy
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

@Suite("what files say of certainty, free time and places without a position")
struct FileRoundTripTests {
  private let fixture: TravelFixture
  private let ann: TravelFixture.Person
  private let bob: TravelFixture.Person

  init() throws {
    fixture = try TravelFixture()
    (ann, bob) = (try fixture.person("Ann"), try fixture.person("Bob"))
  }

  private func take(_ file: String, _ person: TravelFixture.Person) throws {
    let result = try fixture.calendar.exchange.importFile(
      Array(file.utf8), caller: person.caller)
    #expect(result.notes.isEmpty, "\(result.notes)")
  }

  private func exported(_ person: TravelFixture.Person) throws -> String {
    String(decoding: try fixture.calendar.exchange.export(caller: person.caller), as: UTF8.self)
  }

  private func items(_ person: TravelFixture.Person) throws -> [CalendarItem] {
    try fixture.platform.store.read { session in
      try session.all(
        "SELECT \(CalendarItemStore.columns) FROM calendar_items i WHERE i.organizer = ?1 ORDER BY i.uid",
        [.id(person.id)], CalendarItemStore.read)
    }
  }

  private func event(_ uid: String, _ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260504T10\(uid)00Z", "DURATION:PT1M", "SUMMARY:x"]
      + lines + ["END:VEVENT", ""]).joined(separator: "\r\n")
  }

  private func file(_ events: String...) -> String {
    "BEGIN:VCALENDAR\r\n" + events.joined() + "END:VCALENDAR\r\n"
  }

  @Test("what is tentative or free in a file is so in the next one, and takes up time here")
  func certainty() throws {
    let first = file(
      event("01", "STATUS:TENTATIVE"), event("02", "STATUS:CONFIRMED", "TRANSP:TRANSPARENT"),
      event("03", "TRANSP:OPAQUE"))
    try take(first, ann)
    for person in [ann, bob] {
      if person.id == bob.id { try take(exported(ann), bob) }
      #expect(try items(person).map(\.status) == [.tentative, .confirmed, .confirmed])
      let lines = try exported(person).split(separator: "\r\n")
      #expect(
        lines.filter { $0.hasPrefix("STATUS") }.map { String($0.dropFirst(7)) }
          == ["TENTATIVE", "CONFIRMED", "CONFIRMED"])
      #expect(
        lines.filter { $0.hasPrefix("TRANSP") }.map { String($0.dropFirst(7)) }
          == ["TRANSPARENT", "OPAQUE"])
      let begin = try items(person)[0].startsAt
      let busy = try fixture.platform.store.read { session in
        try FreeBusy.times(
          of: [.account(person.id)], in: .init(begin, begin.adding(seconds: 3600)),
          fixture.calendar.items.kinds, from: session
        ).times
      }
      #expect(busy[.account(person.id)]?.count == 3, "appointments know no free time")
    }
    #expect(try fixture.breaches().isEmpty)
    // It is changed and cancelled as others are; another file makes it sure.
    let id = try #require(try items(ann).first?.id)
    _ = try fixture.travel.appointments.edit(
      id,
      AppointmentEdit(
        reading: TravelFixture.fields(#"{"title": "Other", "confirm": ["noPosition"]}"#)),
      expecting: .any, caller: ann.caller)
    #expect(try items(ann).first?.status == .tentative)
    try take(first.replacing("STATUS:TENTATIVE", with: "STATUS:CONFIRMED"), ann)
    #expect(try items(ann).first?.status == .confirmed)
    try fixture.travel.appointments.delete(
      try #require(try items(bob).first?.id), caller: bob.caller)
    #expect(try items(bob).count == 2)
  }

  @Test("places come back as they were: with words alone, an address, a position, or all of them")
  func places() throws {
    let position = LonLat(lon: 9.5216, lat: 47.138)
    let long = "Main Street 1; \"Old\" House, " + String(repeating: "9490 Vaduz ", count: 30)
    let address = String(long.prefix(300)).trimmedOfSpace
    let places = [
      Place(label: "Arena, North"), Place(address: address),
      Place(label: "Arena", address: address),
      Place(position: position), Place(position: position, label: "Arena"),
      Place(position: position, address: address),
      Place(position: position, label: "Arena", address: address),
    ]
    for (number, place) in places.enumerated() {
      var item = CalendarItem(
        id: EntityID(high: 0, low: 0), uid: "\(number)", organizer: ann.id, title: "x",
        start: try #require(WallTime("2026-05-0\(number + 1)T10:00")), zone: .utc, duration: 60,
        createdAt: fixture.clock.now(), updatedAt: fixture.clock.now())
      item.place = place
      _ = try fixture.calendar.items.create(item, caller: ann.caller)
    }
    try take(exported(ann), bob)
    for person in [ann, bob] {
      if person.id == ann.id { try take(exported(bob), ann) }
      for (found, place) in zip(try items(person), places) {
        #expect(found.place == place, "\(place)")
      }
    }
    #expect(try items(ann).map(\.sequence).allSatisfy { $0 == 0 }, "nothing has moved")
  }

  @Test("a place that a file names by the same words keeps its position; by others, it is another")
  func namedAlone() throws {
    _ = try fixture.make(
      ann, start: "2026-05-04T10:00", place: #"{"lat": 47.138, "lon": 9.5216, "label": "Arena"}"#)
    let bare =
      try exported(ann).replacing("\r\n ", with: "").split(separator: "\r\n")
      .filter { !$0.hasPrefix("GEO") && !$0.hasPrefix("X-APPLE") }
      .joined(separator: "\r\n") + "\r\n"
    try take(bare, ann)
    #expect(try items(ann).first?.place?.position == LonLat(lon: 9.5216, lat: 47.138))
    try take(bare.replacing("LOCATION:Arena", with: "LOCATION:Hall"), ann)
    #expect(try items(ann).first?.place == Place(label: "Hall"))
  }

  @Test("words for a place that are too long for a name are its address, and keep its position")
  func longPlace() throws {
    let address = "North Arena, " + String(repeating: "by the river ", count: 30) + "9490 Vaduz"
    let bare = file(event("01", "LOCATION:\(address.replacing(",", with: #"\,"#))"))
    try take(bare, ann)
    #expect(try items(ann).first?.place == Place(address: address))
    try take(bare.replacing("SUMMARY", with: "GEO:47.138;9.5216\r\nSUMMARY"), ann)
    try take(bare, ann)
    let position = LonLat(lon: 9.5216, lat: 47.138)
    #expect(try items(ann).first?.place == Place(position: position, address: address))
  }

  @Test("entries of a calendar that is subscribed to are tentative where it says so")
  func subscribed() throws {
    var reader = CalendarReader(preset: .utc, organizer: ann.id, now: fixture.clock.now())
    try reader.read(Array(file(event("01", "STATUS:tentative"), event("02")).utf8))
    let changes = SubscriptionChanges(
      from: [], to: reader.events, endingAfter: fixture.clock.now(), fixture.platform.ids)
    let statuses = changes.steps.compactMap { step -> CalendarItem.Status? in
      if case .insert(let item) = step { item.status } else { nil }
    }
    #expect(statuses == [.tentative, .confirmed])
  }
}
