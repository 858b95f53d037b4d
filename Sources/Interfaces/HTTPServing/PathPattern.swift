/// The path of a route: literal segments and `{parameters}`, for instance `/v1/tours/{tour}`.
///
/// Written by the programmer, never read from outside: a wrong pattern stops the program at start.
public struct PathPattern: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  enum Segment: Hashable, Sendable {
    case literal([UInt8])
    case parameter(String)
  }

  public let description: String
  let segments: [Segment]

  public init(stringLiteral value: String) { self.init(value) }

  /// - Precondition: starts with a slash; literals are unreserved characters; names are not empty,
  ///   do not repeat and fill their segment.
  public init(_ text: String) {
    description = text
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      if $0.hasPrefix("{"), $0.hasSuffix("}"), $0.count > 2 {
        return .parameter(String($0.dropFirst().dropLast()))
      }
      return .literal(Array($0.utf8))
    }
    let literals = segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    let isWellFormed =
      text.hasPrefix("/") && (segments.count == 1 || !literals.contains([]))
      && literals.allSatisfy { $0.allSatisfy(isUnreserved) && $0 != [0x2e] && $0 != [0x2e, 0x2e] }
      && Set(parameterNames).count == parameterNames.count
    // Invariant: patterns are literals of the program, which never starts with a wrong one.
    precondition(isWellFormed, "a path pattern is malformed: \(text)")
  }

  /// The names in order.
  public var parameterNames: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
}
