/// How an account feels about an instance (CG-RL-07).
public enum ReactionKind: String, Sendable, CaseIterable {
  case like
  case love
  case laugh
  case wow
  case sad
  case thanks
}
