/// Which bytes of a representation a request asks for.
///
/// - Source: RFC 9110, section 14.
public enum ByteRange: Hashable, Sendable {
  /// All of it: no range, one that is not understood, or several.
  case whole
  /// These bytes, never empty; answer 206.
  case part(Range<Int>)
  /// None of them exist; answer 416.
  case unsatisfiable

  /// Reads `Range`, honouring `If-Range`.
  ///
  /// - Parameters:
  ///   - size: bytes of the whole representation, ≥ 0.
  ///   - tag: its tag; `If-Range` with a date never matches, as no modification dates are sent.
  public init(_ headers: HTTPHeaders, size: Int, tag: EntityTag?) {
    self = .whole
    guard let value = headers["Range"] else { return }
    if let condition = headers["If-Range"] {
      guard let tag, let wanted = EntityTag.list(condition), wanted.count == 1,
        wanted[0].strongMatches(tag)
      else { return }
    }
    self = ByteRange.parse(value, size: size)
  }

  /// Reads a `Range` value for a representation of `size` bytes.
  static func parse(_ value: String, size: Int) -> ByteRange {
    guard let equals = value.firstIndex(of: "="),
      equalIgnoringCase(value[..<equals].trimmingSpaces(), "bytes")
    else { return .whole }
    let spec = value[value.index(after: equals)...].trimmingSpaces()
    guard let dash = spec.firstIndex(of: "-"), !spec.contains(",") else { return .whole }
    let first = spec[..<dash]
    let last = spec[spec.index(after: dash)...]
    if first.isEmpty {
      guard let count = decimal(last) else { return .whole }
      guard count > 0, size > 0 else { return .unsatisfiable }
      return .part(max(0, size - count)..<size)
    }
    guard let start = decimal(first) else { return .whole }
    var end = Int.max
    if !last.isEmpty {
      guard let given = decimal(last), given >= start else { return .whole }
      end = given
    }
    guard start < size else { return .unsatisfiable }
    return .part(start..<(end < size ? end + 1 : size))
  }

  /// A decimal without sign, at most `Int.max`; nil if there is anything but digits.
  private static func decimal(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text) ?? Int.max
  }
}
