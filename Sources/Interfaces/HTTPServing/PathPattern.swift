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
    precondition(text.hasPrefix("/"), "a path pattern starts with a slash: \(text)")
    description = text
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      if $0.hasPrefix("{"), $0.hasSuffix("}"), $0.count > 2 {
        return .parameter(String($0.dropFirst().dropLast()))
      }
      precondition(
        $0.utf8.allSatisfy { isUnreserved($0) } && $0 != "." && $0 != "..",
        "a literal segment has unreserved characters only: \(text)")
      return .literal(Array($0.utf8))
    }
    let empty = segments.filter { $0 == .literal([]) }.count
    precondition(empty == 0 || segments.count == 1, "an empty segment: \(text)")
    precondition(Set(parameterNames).count == parameterNames.count, "a name twice: \(text)")
  }

  /// The names in order.
  public var parameterNames: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
}
