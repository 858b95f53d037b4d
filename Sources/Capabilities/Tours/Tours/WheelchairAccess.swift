/// How far a tour can be taken in a wheelchair, as its organization says; the words are those of
/// OpenStreetMap's key `wheelchair`.
///
/// - Thread: pure.
public enum WheelchairAccess: String, Sendable, CaseIterable {
  /// All of it, without steps.
  case yes
  /// With help, or without some of its stops.
  case limited
  case no
}
