import Base
import Foundation
import Presence
import Testing

/// Positions are read from bytes where all is well; what that gives must be what the slow reading gives.
@Suite("Reading positions")
struct PositionReportTests {
  private func tree(_ text: String) throws -> [PositionReport] {
    try PositionReport.reports(reading: JSONValue(parsing: Array(text.utf8)))
  }

  private func plain(_ text: String) -> [PositionReport]? {
    PositionReport.reports(plain: Array(text.utf8))
  }

  private static let time = "\"at\":\"2026-05-04T08:30:00.250Z\""

  @Test("positions read from bytes are those read from a tree of values")
  func readsTheSame() throws {
    var random = SeededRandom(seed: 11)
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    func space() -> String { ["", "", "", " ", "\n\t", "\r "][below(6)] }
    func number(_ range: Double) -> String {
      let value = (random.unit() * 2 - 1) * range
      switch below(5) {
      case 0: return "\(Int(value))"
      case 1: return "\(value)"
      case 2: return String(format: "%.7f", value)
      case 3: return String(format: "%.3e", value)
      default: return "-0.0"
      }
    }
    for _ in 0..<500 {
      let points = (0..<below(6)).map { _ -> String in
        var members = ["\"lat\":\(space())\(number(90))", "\"lon\" :\(number(180))", Self.time]
        if below(2) == 0 { members.append("\"accuracy\":\(below(100))") }
        if below(2) == 0 { members.append("\"speed\":\(random.unit())") }
        members.shuffle(using: &random)
        return "{\(space())\(members.joined(separator: "\(space()),\(space())"))\(space())}"
      }
      let text =
        "\(space()){\"points\"\(space()):[\(points.joined(separator: ","))\(space())]}\(space())"
      #expect(plain(text) == (try tree(text)), "\(text)")
    }
  }

  @Test(
    "whatever is unusual in positions is left to the reading that explains it",
    arguments: [
      #"{"points":[{"lat":1,"lat":2,"lon":3,AT}]}"#, #"{"points":[{"lat":01,"lon":3,AT}]}"#,
      #"{"points":[{"lat":1.,"lon":3,AT}]}"#, #"{"points":[{"lat":+1,"lon":3,AT}]}"#,
      #"{"points":[{"lat":91,"lon":3,AT}]}"#, #"{"points":[{"lat":1,"lon":180.01,AT}]}"#,
      #"{"points":[{"lat":1e999,"lon":3,AT}]}"#, #"{"points":[{"lat":NaN,"lon":3,AT}]}"#,
      #"{"points":[{"lat":null,"lon":3,AT}]}"#, #"{"points":[{"lat":"1","lon":3,AT}]}"#,
      #"{"points":[{"lat":1,"lon":3}]}"#, #"{"points":[{"lon":3,AT}]}"#, #"{"points":[{}]}"#,
      #"{"points":[{"lat":1,"lon":3,"at":"today"}]}"#, #"{"points":[{"lat":1,"lon":3,"at":5}]}"#,
      #"{"points":[{"lat":1,"lon":3,AT,"colour":1}]}"#, #"{"points":[{"lat":1,"lon":3,AT},]}"#,
      #"{"points":[{"lat":1,"lon":3,AT}]} x"#, #"{"points":[{"lat":1,"lon":3,AT}],"more":1}"#,
      #"{"points":[{"lat":1,"lon":3,AT}"#, #"{"points":[{"lat":1,"lon":3,AT,"speed":-1}]}"#,
      #"{"points":[{"lat":1,"lon":3,AT,"accuracy":1e8}]}"#, #"{"points":5}"#, "[]", "", "{}",
      "{\"points\":[{\"lat\":1,\"lon\":3,\"at\":\"2026-05-04T08:30:00Z\u{7}\"}]}",
    ])
  func leavesTheRest(_ pattern: String) {
    let text = pattern.replacingOccurrences(of: "AT", with: Self.time)
    #expect(plain(text) == nil)
    #expect(throws: (any Error).self) { try tree(text) }
  }

  @Test("escapes in positions are read by the slow way alone")
  func readsEscapes() throws {
    let text = #"{"points":[{"l\u0061t":1,"lon":3,AT}]}"#
      .replacingOccurrences(of: "AT", with: Self.time)
    #expect(plain(text) == nil)
    #expect(try tree(text).count == 1)
  }

  @Test("more positions than the limit are refused with the limit")
  func refusesTooMany() throws {
    let point = "{\"lat\":1,\"lon\":2,\(Self.time)}"
    func text(_ count: Int) -> String {
      "{\"points\":[\(Array(repeating: point, count: count).joined(separator: ","))]}"
    }
    #expect(plain(text(PositionReport.limit))?.count == PositionReport.limit)
    #expect(plain(text(PositionReport.limit + 1)) == nil)
    #expect(throws: Refusal.self) { try tree(text(PositionReport.limit + 1)) }
  }
}
