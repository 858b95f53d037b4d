/// Reads the members of one JSON object, collecting every violation instead of stopping at the
/// first.
///
/// Each member is asked for once, by name and rule; ``finish()`` then refuses members that were
/// not asked for and throws all violations together. Until then, values of wrong members are
/// placeholders that must not be used for anything but further checks.
///
/// ```swift
/// let fields = try JSONFields(body)
/// let name = fields.string("name", 1...100)
/// let price = fields.optional("price") { $0.number("price", 0...10) }
/// try fields.finish()
/// ```
///
/// The same reader tells the shape of what it reads: ``describe(_:)`` runs it on nothing and notes
/// what it asks for, so that a body has one description and its schema cannot differ from its
/// reader. A reader must therefore ask for every member that it knows on the way it takes when all
/// are there: what depends on other members is checked after reading.
///
/// - Thread: confined.
public final class JSONFields {
  private let members: [JSONValue.Member]
  private let shared: Violations
  /// The names that were asked for, some of them more than once: a set would hash each of them,
  /// and is of no use unless a member is unknown.
  private var asked: [String] = []
  private var takesOthers = false
  /// Where this object stands: its pointer is put together only for what is wrong.
  private let place: (parent: JSONFields, name: String)?
  /// Where there is nothing to read: what has been asked for.
  private let outline: Outline?

  private final class Violations {
    var list: [Refusal.Violation] = []
  }

  /// Most violations that one answer reports.
  private static let reported = 20

  /// Reads `value`, which must be an object.
  ///
  /// - Throws: ``Refusal`` of kind `invalid` if it is not an object.
  public init(_ value: JSONValue) throws(Refusal) {
    guard case .object(let members) = value else {
      throw Refusal(
        .invalid, "invalid-content", "The body must be a JSON object, not \(value.kind).",
        violations: [Refusal.Violation("", "must be an object")])
    }
    self.members = members
    place = nil
    shared = Violations()
    outline = nil
  }

  private init(
    members: [JSONValue.Member], at place: (parent: JSONFields, name: String)? = nil,
    shared: Violations, outline: Outline? = nil
  ) {
    self.members = members
    self.place = place
    self.shared = shared
    self.outline = outline
  }

  /// Fields in which nothing stands: what is asked for is noted in `outline`.
  convenience init(outline: Outline) {
    self.init(members: [], shared: Violations(), outline: outline)
  }

  private func pointer(_ name: String) -> String {
    let own = "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    guard let place else { return own }
    return place.parent.pointer(place.name) + own
  }

  /// Notes that the member `name` is wrong, and goes on.
  public func reject(_ name: String, _ detail: String) {
    shared.list.append(Refusal.Violation(pointer(name), detail))
  }

  /// The JSON Pointer of a member, for readers of nested values that refuse by themselves.
  public func place(of name: String) -> String { pointer(name) }

  /// Notes what such a reader refused, with its pointers as they stand, and goes on.
  public func reject(_ refusal: Refusal) { shared.list += refusal.violations }

  /// Whether the member is there at all, with a value other than null.
  public func has(_ name: String) -> Bool {
    if let outline { return outline.mayLack(name) }
    if case .null? = peek(name) { return false }
    return peek(name) != nil
  }

  /// Whether the member is there and null.
  public func isNull(_ name: String) -> Bool {
    if let outline { return !outline.mayLack(name) }
    asked.append(name)
    return peek(name) == .null
  }

  private func peek(_ name: String) -> JSONValue? {
    members.first { $0.name == name }?.value
  }

  /// The member as it stands; nil if it is absent or null.
  public func value(_ name: String) -> JSONValue? {
    if let outline, outline.mayLack(name) {
      outline.note(name, .any)
      return nil
    }
    asked.append(name)
    let value = peek(name)
    return value == .null ? nil : value
  }

  /// Runs `read` if the member is there and not null.
  public func optional<T>(_ name: String, _ read: (JSONFields) -> T) -> T? {
    if let outline, outline.mayLack(name) { return read(self) }
    asked.append(name)
    return has(name) ? read(self) : nil
  }

  /// A member with a reader of its own, which cannot tell its shape: `schema` does.
  ///
  /// - Parameters:
  ///   - optional: whether it may be absent.
  ///   - placeholder: what stands for it where there is nothing to read.
  ///   - read: reads the member of that name.
  public func described<T>(
    _ name: String, as schema: JSONSchema, optional: Bool = false,
    placeholder: @autoclosure () -> T, _ read: (JSONFields) throws -> T
  ) rethrows -> T {
    guard let outline else { return try read(self) }
    if optional { _ = outline.mayLack(name) }
    outline.note(name, schema)
    return placeholder()
  }

  private func required(_ name: String) -> JSONValue? {
    guard let value = value(name) else {
      reject(name, "is required")
      return nil
    }
    return value
  }

  /// A text of `count` characters (extended grapheme clusters are not counted, Unicode scalars
  /// are), without control characters other than line feed and tab, trimmed of outer space.
  public func string(_ name: String, _ count: ClosedRange<Int>) -> String {
    if outline?.note(name, .string(count)) != nil { return "" }
    guard let value = required(name) else { return "" }
    guard case .string(let raw) = value else {
      reject(name, "must be a string, not \(value.kind)")
      return ""
    }
    return check(raw, name, count)
  }

  private func check(_ raw: String, _ name: String, _ count: ClosedRange<Int>) -> String {
    let text = raw.trimmedOfSpace
    let scalars = text.unicodeScalars
    if scalars.contains(where: {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\t" && $0 != "\r") || $0.value == 0x7f
    }) {
      reject(name, "must not contain control characters")
    } else if scalars.count < count.lowerBound {
      reject(
        name,
        count.lowerBound == 1
          ? "must not be blank" : "must have at least \(count.lowerBound) characters")
    } else if scalars.count > count.upperBound {
      reject(name, "must have at most \(count.upperBound) characters")
    }
    return text
  }

  /// A secret: taken as it stands, neither trimmed nor checked for its characters.
  public func secret(_ name: String, _ count: ClosedRange<Int>) -> String {
    if outline?.note(name, .string(count)) != nil { return "" }
    guard let value = required(name) else { return "" }
    guard case .string(let raw) = value else {
      reject(name, "must be a string, not \(value.kind)")
      return ""
    }
    if raw.unicodeScalars.count < count.lowerBound {
      reject(name, "must have at least \(count.lowerBound) characters")
    } else if raw.unicodeScalars.count > count.upperBound {
      reject(name, "must have at most \(count.upperBound) characters")
    }
    return raw
  }

  /// A finite number in `range`.
  public func number(_ name: String, _ range: ClosedRange<Double>) -> Double {
    if outline?.note(name, .number(range)) != nil { return range.lowerBound }
    guard let value = required(name) else { return range.lowerBound }
    guard case .number(let number) = value else {
      reject(name, "must be a number, not \(value.kind)")
      return range.lowerBound
    }
    guard range.contains(number) else {
      reject(name, "must lie between \(short(range.lowerBound)) and \(short(range.upperBound))")
      return range.lowerBound
    }
    return number
  }

  private func short(_ number: Double) -> String {
    var writer = ByteWriter(capacity: 24)
    writer.double(number)
    return writer.string
  }

  /// A whole number in `range`.
  public func integer(_ name: String, _ range: ClosedRange<Int>) -> Int {
    if outline?.note(name, .integer(range)) != nil { return range.lowerBound }
    guard let value = required(name) else { return range.lowerBound }
    guard let number = value.integer else {
      // A fraction is told apart from what is no number at all.
      let isNumber = value.number != nil
      reject(name, "must be a whole number" + (isNumber ? "" : ", not \(value.kind)"))
      return range.lowerBound
    }
    guard range.contains(number) else {
      reject(name, "must lie between \(range.lowerBound) and \(range.upperBound)")
      return range.lowerBound
    }
    return number
  }

  /// The member as a truth value; false, and noted as a violation, if it is missing or something
  /// else.
  public func bool(_ name: String) -> Bool {
    if outline?.note(name, .boolean) != nil { return false }
    guard let value = required(name) else { return false }
    guard case .bool(let flag) = value else {
      reject(name, "must be true or false, not \(value.kind)")
      return false
    }
    return flag
  }

  /// An identifier in its 36-character form.
  public func id(_ name: String) -> EntityID {
    let none = EntityID(high: 0, low: 0)
    if outline?.note(name, .id) != nil { return none }
    guard let value = required(name) else { return none }
    guard let text = value.string, let id = EntityID(text) else {
      reject(name, "must be an identifier such as 01980d3e-7c1a-7000-8000-000000000000")
      return none
    }
    return id
  }

  /// An RFC 3339 time.
  public func instant(_ name: String) -> Instant {
    if outline?.note(name, .instant) != nil { return Instant(milliseconds: 0) }
    guard let value = required(name) else { return Instant(milliseconds: 0) }
    guard let text = value.string, let instant = Instant(rfc3339: text) else {
      reject(name, "must be an RFC 3339 time such as 2026-05-04T08:30:00Z")
      return Instant(milliseconds: 0)
    }
    return instant
  }

  /// One of the words of a closed list.
  public func choice<Word: RawRepresentable & CaseIterable>(_ name: String, _ type: Word.Type)
    -> Word? where Word.RawValue == String
  {
    if outline?.note(name, .choice(type.allCases.map(\.rawValue))) != nil {
      return type.allCases.first
    }
    guard let value = required(name) else { return nil }
    if let text = value.string, let word = Word(rawValue: text) { return word }
    return refuse(name, allowing: type.allCases.map(\.rawValue))
  }

  /// One of some words that are known at run time only; nil and a violation for any other value.
  public func choice(_ name: String, of words: [String]) -> String? {
    if outline?.note(name, .choice(words)) != nil { return words.first }
    guard let value = required(name) else { return nil }
    if let text = value.string, words.contains(text) { return text }
    return refuse(name, allowing: words)
  }

  private func refuse<Word>(_ name: String, allowing words: [String]) -> Word? {
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    reject(name, "must be one of \(list)")
    return nil
  }

  /// An array with `count` elements, each read by `read` with its index.
  ///
  /// `read` gets fields in which the element is the only member, under the index as name.
  public func array<T>(
    _ name: String, _ count: ClosedRange<Int>, _ read: (JSONFields, String) -> T
  ) -> [T] {
    if let outline {
      let inner = outline.nested()
      _ = read(JSONFields(outline: inner), "0")
      outline.note(name, .array(inner.properties.first?.schema ?? .any, count))
      return []
    }
    guard let value = required(name) else { return [] }
    guard case .array(let items) = value else {
      reject(name, "must be an array, not \(value.kind)")
      return []
    }
    guard count.contains(items.count) else {
      reject(
        name,
        items.count < count.lowerBound
          ? "must have at least \(count.lowerBound) elements"
          : "must have at most \(count.upperBound) elements")
      return []
    }
    return items.indices.map { index in
      let position = String(index)
      let element = JSONFields(
        members: [JSONValue.Member(position, items[index])], at: (self, name), shared: shared)
      return read(element, position)
    }
  }

  /// An object, read by `read`; unknown members in it are refused.
  ///
  /// - Parameter component: under which name its shape is described once for all who have it.
  public func object<T>(
    _ name: String, component: String? = nil, _ read: (JSONFields) -> T
  ) -> T? {
    if let outline {
      let inner = outline.nested()
      let result = read(JSONFields(outline: inner))
      outline.note(name, inner.object, component: component)
      return result
    }
    guard let value = required(name) else { return nil }
    guard case .object(let members) = value else {
      reject(name, "must be an object, not \(value.kind)")
      return nil
    }
    let inner = JSONFields(members: members, at: (self, name), shared: shared)
    let result = read(inner)
    inner.rejectUnknown()
    return result
  }

  /// Accepts every further member of this object unseen.
  public func ignoreOthers() {
    outline?.isOpen = true
    takesOthers = true
  }

  private func rejectUnknown() {
    guard !takesOthers else { return }
    let unknown = members.filter { !asked.contains($0.name) }
    guard !unknown.isEmpty else { return }
    let known = Set(asked).sorted().joined(separator: ", ")
    for member in unknown {
      reject(member.name, "is not known here; known members are: \(known)")
    }
  }

  /// Refuses unknown members and reports everything that was wrong.
  ///
  /// - Throws: ``Refusal`` of kind `invalid` with all violations, at most 20.
  public func finish() throws(Refusal) {
    if outline != nil { return }
    rejectUnknown()
    guard let first = shared.list.first else { return }
    let place = first.pointer.isEmpty ? "the body" : first.pointer
    let more = shared.list.count > 1 ? " (and \(shared.list.count - 1) more)" : ""
    throw Refusal(
      .invalid, "invalid-content", "\(place) \(first.detail)\(more).",
      violations: Array(shared.list.prefix(Self.reported)))
  }
}

extension String {
  /// Without white space and line ends at both ends.
  public var trimmedOfSpace: String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}
