import Access
import Base
import Geodesy
import HTTPServing

/// A declared parameter of the query; undeclared ones are refused.
public struct QueryParameter: Sendable {
  /// What values it takes.
  public enum Kind: Sendable {
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case text(ClosedRange<Int>)
    case flag
    case choice([String])
    /// One or several of these, separated by commas.
    case words([String])
    /// So many numbers of a range, separated by commas.
    case numbers(ClosedRange<Double>, ClosedRange<Int>)
    case id
    /// An identifier or the word `public`.
    case realm
    /// Latitude and longitude, separated by a comma.
    case position
    /// So many positions, separated by semicolons.
    case positions(ClosedRange<Int>)
    /// West, south, east, north in degrees; west > east crosses the antimeridian.
    case box
    case instant
    /// The `next` of the page before; read by the list that wrote it.
    case cursor
  }

  public let name: String
  public let kind: Kind
  public let isRequired: Bool
  public let summary: String

  public init(_ name: String, _ kind: Kind, required: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    isRequired = required
    self.summary = summary
  }

  /// The two parameters of every list.
  public static let paging = [
    QueryParameter("limit", .integer(1...200), "Most items of the page; 10 by default."),
    QueryParameter("cursor", .cursor, "The `next` of the page before."),
  ]

  var schema: Schema {
    switch kind {
    case .number(let range): .number(range)
    case .integer(let range): .integer(range)
    case .text(let count): .string(count)
    case .flag: .boolean
    case .choice(let words): .choice(words)
    case .id: .id
    case .realm: .oneOf([.id, .choice(["public"])])
    case .words(let words): .string(1...(words.joined(separator: ",").utf8.count))
    case .numbers: .string(1...120)
    case .positions(let count): .string(3...(61 * count.upperBound))
    case .position, .box: .string(3...120)
    case .instant: .instant
    case .cursor: .string(1...2000)
    }
  }
}

/// The query of one request, checked against what the operation declares.
public struct Query: Sendable {
  private struct Value {
    var name: String
    var text: String
    /// Read once, for parameters that are numbers.
    var number: Double?
  }

  private let values: [Value]

  /// - Throws: `malformed` that names each parameter which is unknown, repeated, missing or wrong.
  init(_ items: [QueryItem], declared: [QueryParameter]) throws(Refusal) {
    var violations: [Refusal.Violation] = []
    var values: [Value] = []
    for item in items {
      guard let parameter = declared.first(where: { $0.name == item.name }) else {
        let known = declared.map(\.name).joined(separator: ", ")
        violations.append(
          Refusal.Violation(
            item.name,
            known.isEmpty
              ? "is not known; this operation takes no parameters"
              : "is not known; known parameters are: \(known)"))
        continue
      }
      if values.contains(where: { $0.name == item.name }) {
        violations.append(Refusal.Violation(item.name, "stands twice"))
        continue
      }
      let number = parameter.isNumber ? Double(decimal: item.value) : nil
      if let problem = parameter.problem(with: item.value, number) {
        violations.append(Refusal.Violation(item.name, problem))
      } else {
        values.append(Value(name: item.name, text: item.value, number: number))
      }
    }
    for parameter in declared where parameter.isRequired {
      if !items.contains(where: { $0.name == parameter.name }) {
        violations.append(Refusal.Violation(parameter.name, "is required"))
      }
    }
    guard let first = violations.first else {
      self.values = values
      return
    }
    throw Refusal(
      .malformed, "invalid-query", "The query parameter \(first.pointer) \(first.detail).",
      violations: Array(violations.prefix(20)))
  }

  public func text(_ name: String) -> String? { values.first { $0.name == name }?.text }

  /// A parameter that is declared as a number.
  public func number(_ name: String) -> Double? { values.first { $0.name == name }?.number }

  public func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Whether the parameter is `true`; false if it is not given.
  public func flag(_ name: String) -> Bool { text(name) == "true" }

  public func id(_ name: String) -> EntityID? { text(name).flatMap { EntityID($0) } }

  /// A sub-realm; `public` stands for the public one.
  public func realm(_ name: String) -> EntityID? {
    text(name) == "public" ? SubRealmID.publicRealm : id(name)
  }

  public func instant(_ name: String) -> Instant? { text(name).flatMap { Instant(rfc3339: $0) } }

  /// A position given as `lat,lon`.
  public func position(_ name: String) -> LonLat? { text(name).flatMap(QueryParameter.position) }

  /// Positions given as `lat,lon;lat,lon`; empty if they are absent.
  public func positions(_ name: String) -> [LonLat] {
    text(name).flatMap(QueryParameter.positions) ?? []
  }

  /// A box given as `west,south,east,north`.
  public func box(_ name: String) -> Bounds? { text(name).flatMap(QueryParameter.box) }

  /// The words of a list; empty if it is absent.
  public func words(_ name: String) -> [String] {
    text(name)?.split(separator: ",").map(String.init) ?? []
  }

  /// The numbers of a list; empty if it is absent.
  public func numbers(_ name: String) -> [Double] {
    text(name).map(QueryParameter.numbers) ?? []
  }

  /// The page that `limit` and `cursor` ask for.
  public func page() throws(Refusal) -> PageRequest {
    let cursor = try text("cursor").map { token throws(Refusal) in try Cursor(token: token) }
    return PageRequest(limit: integer("limit") ?? 10, cursor: cursor)
  }
}

extension QueryParameter {
  fileprivate var isNumber: Bool { if case .number = kind { true } else { false } }

  /// What is wrong with a value; nil if it fits.
  ///
  /// - Parameter number: what it reads as, if it is to be a number.
  fileprivate func problem(with text: String, _ number: Double?) -> String? {
    switch kind {
    case .number(let range):
      guard let value = number else { return "must be a number" }
      return range.contains(value)
        ? nil : "must lie between \(plain(range.lowerBound)) and \(plain(range.upperBound))"
    case .integer(let range):
      guard text.utf8.count <= 20, let value = Int(text) else { return "must be a whole number" }
      return range.contains(value)
        ? nil : "must lie between \(range.lowerBound) and \(range.upperBound)"
    case .text(let count):
      let length = text.unicodeScalars.count
      if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
        return "must not contain control characters"
      }
      return count.contains(length)
        ? nil : "must have \(count.lowerBound) to \(count.upperBound) characters"
    case .flag: return text == "true" || text == "false" ? nil : "must be true or false"
    case .choice(let words):
      return words.contains(text) ? nil : "must be one of: \(words.joined(separator: ", "))"
    case .words(let words):
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= words.count, parts.allSatisfy(words.contains) else {
        return "must be one or several of: \(words.joined(separator: ", "))"
      }
      return nil
    case .numbers(let range, let count):
      let numbers = QueryParameter.numbers(text)
      guard count.contains(numbers.count), numbers.allSatisfy(range.contains) else {
        return "must be \(count.lowerBound) to \(count.upperBound) numbers between "
          + "\(plain(range.lowerBound)) and \(plain(range.upperBound)), separated by commas"
      }
      return nil
    case .id: return EntityID(text) == nil ? "must be an identifier" : nil
    case .realm:
      return text == "public" || EntityID(text) != nil
        ? nil : "must be the identifier of a sub-realm, or public"
    case .position:
      return QueryParameter.position(text) == nil
        ? "must be latitude,longitude in degrees, for instance 47.139,9.522" : nil
    case .positions(let count):
      return count.contains(QueryParameter.positions(text)?.count ?? 0)
        ? nil
        : "must be \(count.lowerBound) to \(count.upperBound) positions, latitude,longitude in "
          + "degrees, separated by semicolons, for instance 47.139,9.522;47.141,9.521"
    case .box:
      return QueryParameter.box(text) == nil
        ? "must be west,south,east,north in degrees, for instance 9.5,47.1,9.6,47.2" : nil
    case .instant:
      return Instant(rfc3339: text) == nil
        ? "must be an RFC 3339 time such as 2026-05-04T08:30:00Z" : nil
    // One answer to all that is none: see PageRequest.position.
    case .cursor: return nil
    }
  }

  private func plain(_ value: Double) -> String {
    var writer = ByteWriter(capacity: 24)
    writer.double(value)
    return writer.string
  }

  fileprivate static func position(_ text: String) -> LonLat? {
    let parts = numbers(text)
    guard parts.count == 2 else { return nil }
    return LonLat(validLon: parts[1], lat: parts[0])
  }

  /// Nil if one of them is none.
  fileprivate static func positions(_ text: String) -> [LonLat]? {
    guard text.utf8.count <= 2000 else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let positions = parts.compactMap { position(String($0)) }
    return positions.count == parts.count ? positions : nil
  }

  fileprivate static func box(_ text: String) -> Bounds? {
    let parts = numbers(text)
    guard parts.count == 4, let southWest = LonLat(validLon: parts[0], lat: parts[1]),
      let northEast = LonLat(validLon: parts[2], lat: parts[3]), southWest.lat <= northEast.lat
    else { return nil }
    return Bounds(
      west: southWest.lon, south: southWest.lat, east: northEast.lon, north: northEast.lat)
  }

  fileprivate static func numbers(_ text: String) -> [Double] {
    guard text.utf8.count <= 120 else { return [] }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: String($0)) }
    return numbers.count == parts.count ? numbers : []
  }
}
