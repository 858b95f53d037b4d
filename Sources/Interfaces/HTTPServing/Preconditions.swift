/// The conditions of a request on the version of what it reads or changes.
///
/// - Source: RFC 9110, section 13.
public enum Preconditions {
  /// What becomes of the request.
  public enum Outcome: Sendable, Equatable {
    /// Go on.
    case met
    /// Answer 304 with the tag and no body.
    case notModified
    /// Answer 412.
    case failed
    /// A change without `If-Match`: answer 428 where the resource demands one.
    case missing
  }

  /// Evaluates `If-None-Match` for GET and HEAD: 304 if the client has this version.
  ///
  /// A list that cannot be read is ignored, as the answer with a body is always right.
  public static func read(_ headers: HTTPHeaders, current: EntityTag) -> Outcome {
    if let match = headers["If-Match"], !matches(match, current, strong: true) { return .failed }
    if let list = headers["If-None-Match"], matches(list, current, strong: false) {
      return .notModified
    }
    return .met
  }

  /// Evaluates `If-Match` and `If-None-Match` for a request that changes something.
  ///
  /// - Parameter current: the tag of what is there now; nil if nothing is.
  /// - Returns: `.missing` if there is neither header. Weak tags never match `If-Match`.
  public static func change(_ headers: HTTPHeaders, current: EntityTag?) -> Outcome {
    let match = headers["If-Match"]
    let noneMatch = headers["If-None-Match"]
    if match == nil && noneMatch == nil { return .missing }
    if let match, !matches(match, current, strong: true) { return .failed }
    if let noneMatch, matches(noneMatch, current, strong: false) { return .failed }
    return .met
  }

  private static func matches(_ list: String, _ current: EntityTag?, strong: Bool) -> Bool {
    guard let current else { return false }
    if list.trimmingSpaces() == "*" { return true }
    guard let tags = EntityTag.list(list) else { return false }
    return tags.contains { strong ? $0.strongMatches(current) : $0.weakMatches(current) }
  }
}
