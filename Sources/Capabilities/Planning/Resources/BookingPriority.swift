/// How much a booking matters to whoever makes it; shown to others, decides nothing (CG-MF-38).
///
/// - Thread: pure.
public enum BookingPriority: String, Sendable, CaseIterable {
  case high, medium, low
}
