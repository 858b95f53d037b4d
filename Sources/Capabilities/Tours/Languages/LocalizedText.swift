import Base
import Storage

/// One text in one or several languages; the first is the one shown when none fits.
///
/// - Thread: pure.
public struct LocalizedText: Hashable, Sendable {
  /// The text in one language.
  public struct Entry: Hashable, Sendable {
    /// A language tag; empty until the text's tour has told its language.
    public var language: String
    public var text: String

    public init(_ language: String, _ text: String) {
      self.language = language
      self.text = text
    }
  }

  /// Most languages of one text.
  static let maximumLanguages = 30

  public var entries: [Entry]

  public init(_ entries: [Entry]) { self.entries = entries }

  /// A text in one language.
  public init(_ text: String, language: String = LanguageTag.undetermined) {
    entries = [Entry(language, text)]
  }

  /// The text in the first of `languages` that it has, else in the same language of another
  /// region, else in its own first language; empty if there is none.
  public func text(in languages: [String] = []) -> String {
    for language in languages {
      if let exact = entries.first(where: { $0.language == language }) { return exact.text }
      let primary = LanguageTag.primary(language)
      if let close = entries.first(where: { LanguageTag.primary($0.language) == primary }) {
        return close.text
      }
    }
    return entries.first?.text ?? ""
  }

  /// The same text, with `language` for the entry whose language was not told, and the entry of
  /// that language first.
  func resolved(_ language: String) -> LocalizedText {
    let told = entries.map { $0.language.isEmpty ? Entry(language, $0.text) : $0 }
    return LocalizedText(
      told.filter { $0.language == language } + told.filter { $0.language != language })
  }

  /// What becomes of the text by a request: one string stands for the first language, and leaves
  /// the text in the others.
  func changed(by new: LocalizedText, languages: [String], first: String) -> LocalizedText {
    guard let one = new.entries.first, new.entries.count == 1, one.language.isEmpty else {
      return new
    }
    let others = entries.filter { $0.language != first && languages.contains($0.language) }
    return LocalizedText([Entry(first, one.text)] + others)
  }

  /// The form in which it is searched for, with all languages.
  var searchKey: String { entries.map { SearchKey.of($0.text) }.joined(separator: "\n") }

  /// Reads a text: `single` as one string or as an object with a member per language, or `many` as
  /// such an object.
  ///
  /// With both, `single` has to be one of the texts of `many`, as in an answer of
  /// ours that is sent back.
  static func read(
    _ fields: JSONFields, _ single: String, _ many: String, _ count: ClosedRange<Int>
  ) -> LocalizedText {
    // Each may be absent or null: the other one tells it.
    _ = (fields.isNull(single), fields.isNull(many))
    let texts = JSONSchema.map(.string(count))
    fields.described(many, as: texts, placeholder: ()) { _ in }
    return fields.described(
      single, as: .oneOf([.string(count), texts]), placeholder: LocalizedText([])
    ) { readEither($0, single, many, count) }
  }

  private static func readEither(
    _ fields: JSONFields, _ single: String, _ many: String, _ count: ClosedRange<Int>
  ) -> LocalizedText {
    let listed = fields.has(many) ? perLanguage(fields, many, count) : nil
    guard fields.has(single) || listed == nil else { return listed ?? LocalizedText([]) }
    if case .object? = fields.value(single) {
      if listed != nil { fields.reject(single, "is already told by \(many); send one of them") }
      return perLanguage(fields, single, count)
    }
    let text = fields.string(single, count)
    guard let listed else { return LocalizedText(text, language: "") }
    if !listed.entries.contains(where: { $0.text == text }) {
      fields.reject(single, "is none of \(many); send only one of the two")
    }
    return listed
  }

  private static func perLanguage(
    _ fields: JSONFields, _ name: String, _ count: ClosedRange<Int>
  ) -> LocalizedText {
    let names = fields.value(name)?.members?.map(\.name) ?? []
    guard names.count <= maximumLanguages else {
      fields.reject(name, "must have at most \(maximumLanguages) languages")
      return LocalizedText([])
    }
    let entries = fields.object(name) { inner in
      names.map { name in
        let text = inner.string(name, count)
        guard let tag = LanguageTag.normalised(name) else {
          inner.reject(name, "must be a language tag such as en or de-LI")
          return Entry("", text)
        }
        return Entry(tag, text)
      }
    }
    guard let entries else { return LocalizedText([]) }
    if entries.isEmpty { fields.reject(name, "must have at least one language") }
    if Set(entries.map(\.language)).count < entries.count {
      fields.reject(name, "has a language twice")
    }
    return LocalizedText(entries)
  }

  /// Writes an object with a member per language.
  func write(to json: inout JSONWriter) {
    json.object { json in
      for entry in entries {
        json.key(entry.language)
        json.string(entry.text)
      }
    }
  }

  /// The form in which the store keeps it.
  var stored: String {
    var json = JSONWriter()
    write(to: &json)
    return json.string
  }

  /// The text of a column; nil in rows that are older than it.
  static func stored(_ row: any Row, _ column: Int) throws -> LocalizedText? {
    try row.optional(column, row.text).map { try LocalizedText(stored: $0) }
  }

  /// - Throws: `unreadable` unless `stored` was made by ``stored``.
  init(stored: String) throws(DatabaseError) {
    guard let members = (try? JSONValue(parsing: Array(stored.utf8)))?.members else {
      throw DatabaseError(.unreadable, "a stored text cannot be read")
    }
    entries = members.map { Entry($0.name, $0.value.string ?? "") }
  }
}
