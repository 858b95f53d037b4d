/// Which version of a thing a change is based on (the If-Match header).
public enum ExpectedVersion: Sendable {
  /// Whatever version is there.
  case any
  /// One of these.
  case oneOf(Set<Int>)

  /// - Throws: `stale` unless `version` is expected.
  public func check(_ version: Int) throws(Refusal) {
    if case .oneOf(let versions) = self, !versions.contains(version) {
      throw Refusal(
        .stale, "stale-version",
        "It has changed since you read it. Read it again, then repeat your change.")
    }
  }
}
