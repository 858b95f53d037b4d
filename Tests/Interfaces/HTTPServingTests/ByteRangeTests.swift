import Base
import HTTPServing
import Testing

@Suite struct ByteRangeTests {
  @Test(
    "single ranges are read, everything else is the whole",
    arguments: [
      ("bytes=0-0", ByteRange.part(0..<1)),
      ("bytes=2-5", .part(2..<6)),
      ("Bytes = 2-5", .part(2..<6)),
      ("bytes=2-", .part(2..<10)),
      ("bytes=9-999", .part(9..<10)),
      ("bytes=0-18446744073709551615", .part(0..<10)),
      ("bytes=-3", .part(7..<10)),
      ("bytes=-30", .part(0..<10)),
      ("bytes=-99999999999999999999", .part(0..<10)),
      ("bytes=-0", .unsatisfiable),
      ("bytes=10-", .unsatisfiable),
      ("bytes=99999999999999999999-", .unsatisfiable),
      ("bytes=5-2", .whole),
      ("bytes=1-2,4-5", .whole),
      ("bytes=-", .whole),
      ("bytes=+1-2", .whole),
      ("bytes=a-b", .whole),
      ("bytes=1 - 2", .whole),
      ("bytes", .whole),
      ("lines=1-2", .whole),
      ("", .whole),
    ])
  func reading(_ value: String, _ expected: ByteRange) {
    #expect(ByteRange(HTTPHeaders([("Range", value)]), size: 10, tag: nil) == expected)
  }

  @Test("an empty file has no range")
  func empty() {
    #expect(
      ByteRange(HTTPHeaders([("Range", "bytes=0-")]), size: 0, tag: nil) == .unsatisfiable)
    #expect(
      ByteRange(HTTPHeaders([("Range", "bytes=-1")]), size: 0, tag: nil) == .unsatisfiable)
  }

  @Test("If-Range needs the strong tag, else the whole is sent")
  func condition() {
    func range(_ condition: String) -> ByteRange {
      ByteRange(
        HTTPHeaders([("Range", "bytes=1-2"), ("If-Range", condition)]), size: 10,
        tag: EntityTag("a"))
    }
    #expect(range("\"a\"") == .part(1..<3))
    #expect(range("\"b\"") == .whole)
    #expect(range("W/\"a\"") == .whole)
    #expect(range("Sun, 06 Nov 1994 08:49:37 GMT") == .whole)
  }

  @Test("random texts never trap and give ranges within the file", arguments: [1, 2, 3])
  func random(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let alphabet = Array("bytes=0123456789-, \u{e4}")
    for _ in 0..<5000 {
      let tail = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let size = Int.random(in: 0...20, using: &random)
      let headers = HTTPHeaders([("Range", "bytes=" + String(tail))])
      if case .part(let range) = ByteRange(headers, size: size, tag: nil) {
        #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size, "seed \(seed)")
      }
    }
  }
}
