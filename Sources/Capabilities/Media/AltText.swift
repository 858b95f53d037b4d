import Base

/// What stands for a picture or an object where it cannot be seen (WCAG 2.2, 1.1.1).
///
/// - Thread: pure.
public enum AltText: Hashable, Sendable {
  case text(String)
  /// It says nothing that needs words; stands as an empty text in answers.
  case decorative

  /// The words; empty for decoration.
  public var words: String {
    switch self {
    case .text(let words): words
    case .decorative: ""
    }
  }

  /// - Parameter words: what is to be seen; empty for decoration.
  public init(words: String) { self = words.isEmpty ? .decorative : .text(words) }

  /// How long it is, in characters.
  public static let length = 1...500

  /// Reads `alt`, or `"decorative": true`; one of them is required.
  public init(reading fields: JSONFields) {
    guard let alt = AltText(readingOptional: fields) else {
      fields.reject(
        "alt", "is required: say in words what is to be seen, or send decorative = true")
      self = .decorative
      return
    }
    self = alt
  }

  /// Nil if neither `alt` nor `"decorative": true` is there.
  public init?(readingOptional fields: JSONFields) {
    let isDecorative = fields.optional("decorative") { $0.bool("decorative") } ?? false
    let isBlank = fields.value("alt")?.string?.trimmedOfSpace.isEmpty ?? false
    if isDecorative {
      if fields.has("alt"), !isBlank {
        fields.reject("alt", "must be left out when decorative is true")
      }
      self = .decorative
    } else if isBlank {
      fields.reject(
        "alt", "must not be blank: say in words what is to be seen, or send decorative = true")
      self = .decorative
    } else if fields.has("alt") {
      self = .text(fields.string("alt", Self.length))
    } else {
      return nil
    }
  }

  /// Writes what ``init(reading:)`` reads.
  public func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .text(let words): json.member("alt", words)
    case .decorative: json.member("decorative", true)
    }
  }
}
