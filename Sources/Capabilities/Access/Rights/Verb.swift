/// What somebody may want to do with a thing.
///
/// - Thread: pure.
public enum Verb: String, Sendable, CaseIterable {
  /// Learn that it exists and read it.
  case see
  /// Have the whole of it: texts, sounds and models that may have to be bought.
  case open
  /// React to it, answer it, walk it: take part without changing it.
  case join
  /// Put something of one's own into it.
  case add
  /// Change it.
  case edit
  /// Show it to everybody, or stop showing it.
  case publish
  /// Take it away for good.
  case delete
  /// See who is in it.
  case seeMembers
  /// Bring others in as guests and members.
  case invite
  /// Give roles above member, change roles, decide requests, take people out.
  case manageMembers
  /// Make somebody else its owner.
  case handOver
}

/// What has become of a thing, as far as rights go.
///
/// - Thread: pure.
public enum ThingState: String, Sendable, CaseIterable {
  /// Made and not shown yet.
  case draft
  /// Shown to those for whom it is meant.
  case live
  /// Shown to everybody.
  case published
  /// Shown to everybody, and whole to those who have bought it.
  case offered
  /// No longer shown; whoever keeps it can show it again.
  case retired
  /// Taken out of sight by a decision that can still be appealed.
  case withdrawn
  /// Gone: kept for those alone who hold it.
  case removed
}
