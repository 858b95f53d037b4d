import Base
import Testing

@Suite("a reader of a body tells its schema")
struct JSONDescriptionTests {
  private enum Colour: String, CaseIterable {
    case red, blue
  }

  /// Asks for a member of every kind.
  private static func read(_ fields: JSONFields) throws(Refusal) {
    _ = fields.string("text", 1...10)
    _ = fields.optional("secret") { $0.secret("secret", 6...200) }
    _ = fields.number("number", 0...1.5)
    _ = fields.optional("count") { $0.integer("count", 1...9) }
    _ = fields.bool("flag")
    _ = fields.id("id")
    _ = fields.isNull("at") ? nil : fields.optional("at") { $0.instant("at") }
    _ = fields.choice("colour", Colour.self)
    _ = fields.has("shade") ? fields.choice("shade", of: ["dark"]) : nil
    _ = fields.array("list", 1...3) { $0.string($1, 0...5) }
    _ = fields.object("part", component: "Part") { $0.number("x", 0...1) }
    _ = fields.optional("inner") { fields in
      fields.object("inner") { fields in
        _ = fields.value("any")
        fields.ignoreOthers()
      }
    }
    _ = fields.described("price", as: .oneOf([.number(), .string()]), placeholder: 0) { _ in 1 }
    try fields.finish()
  }

  @Test("names, kinds, limits and what may be absent are those that the reader asks for")
  func shape() {
    let told = JSONFields.describe { (fields: JSONFields) in try Self.read(fields) }
    #expect(
      told.schema
        == .object([
          .required("text", .string(1...10)), .optional("secret", .string(6...200)),
          .required("number", .number(0...1.5)), .optional("count", .integer(1...9)),
          .required("flag", .boolean), .required("id", .id), .optional("at", .instant),
          .required("colour", .choice(["red", "blue"])), .optional("shade", .choice(["dark"])),
          .required("list", .array(.string(0...5), 1...3)), .required("part", .named("Part")),
          .optional("inner", .object([.optional("any", .any)], open: true)),
          .required("price", .oneOf([.number(), .string()])),
        ]))
    #expect(told.components == ["Part": .object([.required("x", .number(0...1))])])
  }

  @Test("what is required stays so when the reader asks afterwards whether it is there")
  func afterwards() {
    let told = JSONFields.describe { fields in
      let name = fields.string("name", 1...10)
      if fields.has("name"), name.isEmpty { fields.reject("name", "is wrong") }
      throw Refusal.invalid("/name", "Nothing stands there.")
    }
    #expect(told.schema == .object([.required("name", .string(1...10))]))
  }

  @Test("a secret may be as short and as long as is said, and no shorter or longer")
  func secrets() throws {
    for (length, isTaken) in [(5, false), (6, true), (10, true), (11, false)] {
      let text = "{\"secret\":\"\(String(repeating: "é", count: length))\"}"
      let fields = try JSONFields(JSONValue(parsing: Array(text.utf8)))
      _ = fields.secret("secret", 6...10)
      #expect(((try? fields.finish()) != nil) == isTaken, "\(length)")
    }
  }
}
