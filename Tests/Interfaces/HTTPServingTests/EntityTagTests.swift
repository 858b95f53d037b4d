import Base
import HTTPServing
import Testing

@Suite struct EntityTagTests {
  private let one = EntityTag("1")

  @Test("tags are quoted, and characters that would end them are dropped")
  func quoting() {
    #expect(EntityTag(version: 7).description == "\"7\"")
    #expect(EntityTag(digest: [0x0a, 0xff]).description == "\"0aff\"")
    #expect(EntityTag("a\"b\r\nc").description == "\"abc\"")
  }

  @Test("lists are read as RFC 9110 writes them, anything else is no list")
  func lists() {
    #expect(EntityTag.list("\"a\", W/\"b\" ,,\"c,d\"")?.map(\.opaque) == ["a", "b", "c,d"])
    #expect(EntityTag.list("\"a\", W/\"b\"")?.map(\.isWeak) == [false, true])
    #expect(EntityTag.list("\"\"")?.map(\.opaque) == [""])
    for bad in [
      "", "a", "\"a", "a\"", "\"a\"\"b\"", "w/\"a\"", "W/a", "W/", "W", "\"a\" \"b\"", ",",
    ] {
      #expect(EntityTag.list(bad) == nil, "\(bad)")
    }
  }

  @Test(
    "If-None-Match compares weakly, If-Match strongly",
    arguments: [
      ("If-None-Match", "\"1\"", Preconditions.Outcome.notModified),
      ("If-None-Match", "W/\"1\"", .notModified),
      ("If-None-Match", "\"0\", \"1\"", .notModified),
      ("If-None-Match", "*", .notModified),
      ("If-None-Match", "\"2\"", .met),
      ("If-None-Match", "1", .met),
      ("If-Match", "\"1\"", .met),
      ("If-Match", "W/\"1\"", .failed),
      ("If-Match", "\"2\"", .failed),
      ("If-Match", "*", .met),
      ("X", "\"1\"", .met),
    ])
  func reading(_ name: String, _ value: String, _ expected: Preconditions.Outcome) {
    #expect(Preconditions.read(HTTPHeaders([(name, value)]), current: one) == expected)
  }

  @Test("a change needs If-Match with the strong current tag")
  func changing() {
    func outcome(_ pairs: [(String, String)], _ current: EntityTag?) -> Preconditions.Outcome {
      Preconditions.change(HTTPHeaders(pairs), current: current)
    }
    #expect(outcome([], one) == .missing)
    #expect(outcome([("If-Match", "\"1\"")], one) == .met)
    #expect(outcome([("If-Match", "\"0\", \"1\"")], one) == .met)
    #expect(outcome([("If-Match", "W/\"1\"")], one) == .failed)
    #expect(outcome([("If-Match", "\"1\"")], nil) == .failed)
    #expect(outcome([("If-Match", "*")], nil) == .failed)
    #expect(outcome([("If-Match", "*")], one) == .met)
    #expect(outcome([("If-Match", "nonsense")], one) == .failed)
    #expect(outcome([("If-None-Match", "*")], nil) == .met)
    #expect(outcome([("If-None-Match", "*")], one) == .failed)
  }
}
