import Base
import Testing

@Suite("Dates of header fields")
struct HTTPDateTests {
  private static let example = Instant(milliseconds: 784_111_777_000)

  @Test("dates are written as RFC 9110 shows them")
  func written() {
    #expect(HTTPDate.format(Self.example) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.format(Instant(milliseconds: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
    #expect(HTTPDate.format(Instant(milliseconds: .max)).hasSuffix("9999 23:59:59 GMT"))
  }

  @Test(
    "the three forms of RFC 9110 are read",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ])
  func read(text: String) {
    #expect(HTTPDate.read(text) == Self.example)
  }

  @Test("what is written is read again", arguments: [1, 2])
  func again(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<1000 {
      let seconds = Int64.random(in: -60_000_000_000...250_000_000_000, using: &random)
      let instant = Instant(milliseconds: seconds * 1000)
      #expect(HTTPDate.read(HTTPDate.format(instant)) == instant, "\(seconds)")
    }
  }

  @Test(
    "what is no date is refused",
    arguments: [
      "", "120", "-1", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 8:49:+7 GMT",
      "Sun, 06 Nov 99999 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT", "GMT GMT GMT GMT GMT",
    ])
  func refused(text: String) {
    #expect(HTTPDate.read(text) == nil)
  }
}
