import Base
import Foundation
import Testing

@Suite("JSON parser")
struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(
    "accepts what RFC 8259 allows",
    arguments: [
      "null", "true", " false\n", "0", "-0", "12.5e-3", "1E5", #""""#, #""\u00e9\ud83d\ude00\n""#,
      "[]",
      "{}", #"{"a":[1,{"b":null}]}"#, "9007199254740993",
    ])
  func accepts(text: String) throws {
    let ours = try parse(text)
    var writer = JSONWriter()
    writer.value(ours)
    let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    let again = try JSONSerialization.jsonObject(
      with: Data(writer.bytes), options: .fragmentsAllowed)
    #expect(
      (theirs as? NSObject)?.isEqual(again) == true,
      "\(text) became \(writer.string)")
  }

  @Test(
    "refuses everything else, with the offset",
    arguments: [
      "", " ", "nul", "tru", "01", "1.", ".5", "+1", "1e", "--1", "1e400", "NaN", "Infinity", #"""#,
      #""\x""#,
      #""\u12""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "\"\u{1}\"", "[1,]", "[1 2]", "[",
      "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, #"{"a":1,"a":2}"#, "1 2", "\u{feff}1",
      #"{"a":1}x"#, "'a'", "[1]]",
    ])
  func refuses(text: String) {
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
  }

  @Test("numbers are read to the nearest double, however they are written", arguments: [1, 2, 3])
  func numbers(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func digits(_ most: Int) -> String {
      let count = 1 + Int(random.next() % UInt64(most))
      return String((0..<count).map { _ in Character(String(random.next() % 10)) })
    }
    for _ in 0..<20_000 {
      let whole = String(digits(20).drop { $0 == "0" })
      var text = (random.next() % 2 == 0 ? "-" : "") + (whole.isEmpty ? "0" : whole)
      if random.next() % 4 > 0 { text += "." + digits(25) }
      if random.next() % 8 == 0 { text += "e\(Int(random.next() % 40) - 20)" }
      #expect(try parse(text).number?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    for text in ["9007199254740992", "9007199254740991", "900719925474099.1", "0.000001", "-0.0"] {
      #expect(try parse(text).number?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test("integers are exact up to 2^53 on both sides, and none beyond")
  func integers() throws {
    for (text, value) in [
      ("9007199254740992", 1 << 53), ("-9007199254740992", -1 << 53), ("1e3", 1000), ("2.0", 2),
    ] {
      #expect(try parse(text).integer == value, "\(text)")
    }
    for text in ["9007199254740994", "-9007199254740994", "1e300", "0.5", "\"1\"", "true"] {
      #expect(try parse(text).integer == nil, "\(text)")
    }
  }

  @Test("a repeated name is refused in objects of any size, others are not")
  func names() throws {
    for count in [1, 2, 11, 12, 13, 14, 100] {
      let members = (0..<count).map { "\"n\($0)\":\($0)" }
      #expect(try parse("{" + members.joined(separator: ",") + "}").members?.count == count)
      for place in [0, count / 2, count - 1] {
        let repeated = members + ["\"n\(place)\":0"]
        #expect(throws: JSONSyntaxError.self) {
          try parse("{" + repeated.joined(separator: ",") + "}")
        }
      }
    }
  }

  @Test("bytes that are not UTF-8 are refused in every string")
  func notUTF8() {
    for bytes: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]] {
      #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
      #expect(throws: JSONSyntaxError.self) {
        try JSONValue(parsing: [0x22, 0x5c, 0x6e] + bytes + [0x22])
      }
    }
  }

  @Test("nesting and size are bounded")
  func bombs() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try parse(deep) }
    let objects = String(repeating: #"{"a":"#, count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try parse(objects) }
    let many = "[" + String(repeating: "1,", count: 2_000) + "1]"
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: Array(many.utf8), limits: JSONLimits(values: 1_000))
    }
  }

  @Test("random bytes and mutations never stop the process", arguments: [1, 2, 3])
  func fuzz(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let sample = Array(#"{"name":"Städtle","pose":[1.5e3,-2,null,true,{"\u00e9":"\n"}]}"#.utf8)
    for _ in 0..<5_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let i = Int.random(in: 0..<bytes.count, using: &random)
        bytes[i] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      var writer = JSONWriter()
      writer.value(value)
      #expect((try? JSONValue(parsing: writer.bytes)) == value, "seed \(seed)")
    }
  }
}

@Suite("JSON fields")
struct JSONFieldsTests {
  private func fields(_ text: String) throws -> JSONFields {
    try JSONFields(JSONValue(parsing: Array(text.utf8)))
  }

  /// What is wrong; nil if nothing is refused.
  private func violations(_ fields: JSONFields) -> [Refusal.Violation]? {
    do throws(Refusal) {
      try fields.finish()
      return nil
    } catch { return error.violations }
  }

  @Test("every violation is reported at once, each with its pointer")
  func collects() throws {
    let fields = try fields(
      #"{"name":"","price":12,"stops":[{"title":"a"},{"colour":1}],"extra":1,"flag":"yes"}"#)
    _ = fields.string("name", 1...10)
    _ = fields.number("price", 0...10)
    _ = fields.bool("flag")
    _ = fields.array("stops", 0...5) { fields, name in
      fields.object(name) { $0.string("title", 1...5) }
    }
    _ = fields.string("missing", 1...5)
    do throws(Refusal) {
      try fields.finish()
      Issue.record("nothing was refused")
    } catch {
      #expect(error.kind == .invalid)
      #expect(
        error.violations.map(\.pointer) == [
          "/name", "/price", "/flag", "/stops/1/title", "/stops/1/colour", "/missing", "/extra",
        ])
    }
  }

  @Test(
    "numbers that no integer holds are refused, not trapped",
    arguments: ["1e300", "-1e300", "1.5", "9007199254740994", "\"1\"", "null"])
  func integers(text: String) throws {
    let fields = try fields(#"{"n":\#(text)}"#)
    _ = fields.integer("n", 0...100)
    #expect(throws: Refusal.self) { try fields.finish() }
  }

  @Test("RFC 6901: what is wrong deep inside is pointed at, with its signs escaped")
  func pointers() throws {
    let fields = try fields(#"{"a/b":[{"c~d":{"e":7}},{"c~d":{"e":true,"f":1}}]}"#)
    _ = fields.array("a/b", 0...9) { element, index in
      element.object(index) { $0.object("c~d") { $0.number("e", 8...9) } }
    }
    #expect(
      violations(fields) == [
        Refusal.Violation("/a~1b/0/c~0d/e", "must lie between 8 and 9"),
        Refusal.Violation("/a~1b/1/c~0d/e", "must be a number, not a boolean"),
        Refusal.Violation("/a~1b/1/c~0d/f", "is not known here; known members are: e"),
      ])
  }

  @Test("members that were asked for are named once, in order, however often")
  func knownMembers() throws {
    let fields = try fields(#"{"b":1,"c":2}"#)
    _ = fields.optional("b") { $0.integer("b", 0...9) }
    _ = fields.optional("a") { $0.integer("a", 0...9) }
    #expect(
      violations(fields)
        == [Refusal.Violation("/c", "is not known here; known members are: a, b")])
  }

  @Test("an object with a hundred thousand members that nobody asks for is read in a moment")
  func manyOthers() throws {
    let fields = try fields("{\((0..<100_000).map { "\"m\($0)\":0" }.joined(separator: ","))}")
    let start = ContinuousClock.now
    fields.ignoreOthers()
    try fields.finish()
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("decimal numbers are rounded as by the C library, however they are written")
  func readsDecimals() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      let value = (random.unit() - 0.5) * pow(10, Double(Int.random(in: -12...18, using: &random)))
      let decimals = Int.random(in: 0...24, using: &random)
      let text = [String(format: "%.\(decimals)f", value), "\(value)"].randomElement(using: &random)
      guard let text, text.utf8.count <= 40 else { continue }
      #expect(Double(decimal: text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
      let parsed = try JSONValue(parsing: Array(text.utf8)).number
      #expect(parsed?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    for text in ["", "-", ".", "0x10", "inf", "nan", "1e400", "1 ", "١", "--1", "1..2"] {
      #expect(Double(decimal: text) == nil, "\(text)")
    }
    for (text, value) in [("007", 7), ("+5", 5), (".5", 0.5), ("5.", 5), ("1e2", 100)] {
      #expect(Double(decimal: text) == value, "\(text)")
    }
  }
}
