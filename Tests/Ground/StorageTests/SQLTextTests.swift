import Testing

@testable import Storage

@Suite("Portable SQL")
struct SQLTextTests {
  @Test(
    "types and parameters become PostgreSQL's, quoted texts stay",
    arguments: [
      ("SELECT ?1, ?12", "SELECT $1, $12"),
      ("a %id, b %int, c %real, d %blob", "a bytea, b bigint, c double precision, d bytea"),
      ("a %text NOT NULL", "a text COLLATE \"C\" NOT NULL"),
      ("CAST(?1 AS %text)", "CAST($1 AS text)"),
      ("CAST(?1 as %int)", "CAST($1 as bigint)"),
      ("x LIKE '%text?1%' AND y = ?1", "x LIKE '%text?1%' AND y = $1"),
      ("'it''s ?1' || ?2", "'it''s ?1' || $2"),
      ("\"odd?1\" = ?1", "\"odd?1\" = $1"),
      ("10 % 3 %other", "10 % 3 %other"),
      ("row_id %serial", "row_id bigserial PRIMARY KEY"),
      ("canvas %text", "canvas text COLLATE \"C\""),
      ("'open ?1", "'open ?1"), ("%", "%"), ("", ""),
    ])
  func postgres(_ portable: String, _ native: String) {
    #expect(SQLText.postgres.native(portable) == native)
  }

  @Test(
    "types become SQLite's",
    arguments: [
      ("a %id, b %text", "a BLOB, b TEXT"), ("CAST(?1 AS %text)", "CAST(?1 AS TEXT)"),
      ("x LIKE '%int'", "x LIKE '%int'"),
    ])
  func sqlite(_ portable: String, _ native: String) {
    #expect(SQLText.sqlite.native(portable) == native)
  }

  @Test(
    "decimal numbers from the server are read exactly",
    arguments: [
      // count, weight, sign, scale, digits
      ([0, 0, 0, 0], Int64(0)), ([1, 0, 0, 0, 42], 42), ([1, 0, 0x4000, 0, 42], -42),
      ([2, 1, 0, 0, 1, 5], 10_005), ([1, 1, 0, 0, 3], 30_000),
      ([5, 4, 0, 0, 922, 3372, 368, 5477, 5807], .max),
      ([5, 4, 0x4000, 0, 922, 3372, 368, 5477, 5808], .min),
    ] as [([Int], Int64)])
  func numeric(_ words: [Int], _ expected: Int64) {
    #expect(numeric(words)?.integer == expected)
  }

  @Test(
    "decimal numbers that are no integer are not read as one",
    arguments: [
      [2, 0, 0, 4, 1, 5000], [5, 4, 0, 0, 922, 3372, 368, 5477, 5808], [1, 5, 0, 0, 1],
      [1, -1, 0, 4, 5000],
    ])
  func noInteger(_ words: [Int]) {
    #expect(numeric(words)?.integer == nil)
    #expect(numeric(words) != nil)
  }

  @Test("truncated or odd decimal numbers are refused")
  func damaged() {
    for words in [[], [1], [1, 0, 0, 0], [1, 0, 0xc000, 0, 1], [1, 0, 0, 0, 10_000]] {
      #expect(numeric(words) == nil)
    }
    #expect(numeric([2, 0, 0, 4, 1, 5000])?.real == 1.5)
    #expect(numeric([1, -1, 0x4000, 4, 5000])?.real == -0.5)
  }

  private func numeric(_ words: [Int]) -> PostgresNumeric? {
    let bytes = words.flatMap { word in
      [UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word)]
    }
    return bytes.withUnsafeBytes { PostgresNumeric($0) }
  }
}
