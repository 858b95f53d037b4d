import Base

/// All reactions to one instance, as one caller sees them.
///
/// - Thread: pure.
public struct ReactionSummary: Hashable, Sendable {
  /// How many accounts reacted in each way; kinds without any are absent.
  public var counts: [ReactionKind: Int]
  /// The caller's own reaction.
  public var own: ReactionKind?

  public init(counts: [ReactionKind: Int] = [:], own: ReactionKind? = nil) {
    self.counts = counts
    self.own = own
  }

  /// Writes `reactions` with a count for each of the six kinds, and `ownReaction` if there is one.
  func writeMembers(to json: inout JSONWriter) {
    json.object("reactions") { json in
      for kind in ReactionKind.allCases {
        json.key(kind.rawValue)
        json.integer(counts[kind] ?? 0)
      }
    }
    if let own {
      json.member("ownReaction", own.rawValue)
    }
  }
}
