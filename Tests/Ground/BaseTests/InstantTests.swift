import Base
import Foundation
import Testing

@Suite("Instants and dates")
struct InstantTests {
  // From 1621 on: Foundation counts Julian days before 1582.
  @Test("a random instant is written as Foundation writes it, and read back", arguments: [1, 2, 3])
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<500 {
      let milliseconds = Int64.random(in: -11_000_000_000_000...250_000_000_000_000, using: &random)
      let instant = Instant(milliseconds: milliseconds)
      #expect(Instant(rfc3339: instant.description) == instant, "seed \(seed)")
      let theirs = try Date(instant.description, strategy: format)
      #expect(abs(theirs.timeIntervalSince1970 * 1000 - Double(milliseconds)) < 1, "seed \(seed)")
    }
  }

  @Test("offsets, fractions and leap seconds are understood")
  func forms() {
    let noon = Instant(rfc3339: "2026-05-04T12:00:00Z")
    #expect(Instant(rfc3339: "2026-05-04T14:00:00+02:00") == noon)
    #expect(Instant(rfc3339: "2026-05-04t07:30:00.0004-04:30") == noon)
    #expect(
      Instant(rfc3339: "2016-12-31T23:59:60Z") == Instant(rfc3339: "2017-01-01T00:00:00Z"))
    #expect(Instant(rfc3339: "2024-02-29T00:00:00.5Z")?.milliseconds == 1_709_164_800_500)
    func long(_ digits: Int) -> Instant? {
      Instant(rfc3339: "2026-05-04T12:00:00." + String(repeating: "0", count: digits) + "Z")
    }
    #expect(long(43) == noon && long(44) == nil, "64 characters at the most")
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "2026-05-04", "2026-05-04T12:00:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
      "2026-05-04T24:00:00Z", "2026-05-04T12:60:00Z", "2026-05-04T12:00:00.Z",
      "2026-05-04T12:00:00+0200", "2026-05-04T12:00:00Zx", "2026-5-4T12:00:00Z",
    ])
  func refuses(text: String) { #expect(Instant(rfc3339: text) == nil) }

  @Test("arithmetic saturates instead of trapping")
  func saturation() {
    #expect(Instant(milliseconds: .max).adding(seconds: 1).milliseconds == .max)
    #expect(Instant(milliseconds: 0).adding(seconds: .min).milliseconds == .min)
    #expect(Instant(milliseconds: .max).description.hasPrefix("9999"))
    #expect(Instant(milliseconds: .min).description.hasPrefix("0000"))
  }

  @Test("days and dates convert both ways over 800 years")
  func civil() {
    for day in stride(from: -146_097, through: 146_097, by: 1) {
      let date = CivilDate(daysSinceEpoch: day)
      #expect(date.daysSinceEpoch == day)
    }
  }
}

@Suite("Identifiers")
struct EntityIDTests {
  @Test("text and bytes round trip; anything else is refused")
  func forms() {
    let id = EntityID(at: Instant(milliseconds: 1_777_629_600_000), random: SystemRandom())
    #expect(EntityID(id.description) == id)
    #expect(EntityID(id.description.uppercased()) == id)
    #expect(EntityID(bytes: id.bytes) == id)
    #expect(id.time.milliseconds == 1_777_629_600_000)
    #expect(UUID(uuidString: id.description) != nil)
    #expect(Array(id.description)[14] == "7")
    for text in [
      "", "x", String(id.description.dropLast()), id.description + "0",
      id.description.replacing("-", with: "0"),
    ] {
      #expect(EntityID(text) == nil)
    }
    #expect(EntityID(bytes: [1, 2, 3]) == nil)
  }

  @Test("identifiers grow strictly, also within a millisecond and when the clock steps back")
  func monotonic() {
    let clock = ManualClock()
    let source = EntityIDSource(clock: clock, random: SharedSeededRandom(seed: 7))
    var last = source.next()
    for i in 0..<10_000 {
      if i == 5_000 { clock.advance(seconds: -60) }
      let next = source.next()
      #expect(next > last)
      #expect(Array(next.description)[14] == "7")
      last = next
    }
  }
}

@Suite("Writers")
struct ByteWriterTests {
  @Test("fixed-point numbers read back within half a step", arguments: [1, 2])
  func fixed(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<5_000 {
      let value = (random.unit() - 0.5) * pow(10, Double.random(in: -8...9, using: &random))
      let decimals = Int.random(in: 0...9, using: &random)
      var writer = ByteWriter()
      writer.fixed(value, decimals: decimals)
      let read = try #require(Double(writer.string), "\(writer.string)")
      #expect(abs(read - value) <= 0.5000001 * pow(10, -Double(decimals)) + abs(value) * 1e-15)
    }
  }

  @Test("integers and doubles of every size are written exactly")
  func extremes() {
    for value: Int64 in [.min, .max, 0, -1, 9, 10, 1_000_000] {
      var writer = ByteWriter()
      writer.integer(value)
      #expect(writer.string == String(value))
    }
    for value in [
      0.1, -1e-300, 1e300, .leastNonzeroMagnitude, 123_456_789.25, .greatestFiniteMagnitude,
    ] {
      var writer = ByteWriter()
      writer.double(value)
      #expect(Double(writer.string) == value)
    }
    for (value, text) in [
      (9.5, "9.5"), (-47.1234567, "-47.1234567"), (0.3, "0.3"), (99_999_999.9, "99999999.9"),
    ] {
      var writer = ByteWriter()
      writer.double(value)
      #expect(writer.string == text)
    }
    var writer = ByteWriter()
    writer.double(.nan)
    writer.fixed(.infinity, decimals: 3)
    #expect(writer.string == "nullnull")
  }

  @Test("strings are escaped so that any JSON reader gets them back")
  func escaping() throws {
    let text = "a\"b\\c\n\r\t\u{1}\u{7f}é😀</script>"
    var json = JSONWriter()
    json.array { $0.string(text) }
    let read = try JSONDecoder().decode([String].self, from: Data(json.bytes))
    #expect(read == [text])
  }
}
