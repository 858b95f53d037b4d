import Base

/// What a simulated walk along a tour has met.
///
/// - Thread: pure.
public struct WalkReport: Hashable, Sendable {
  /// How one zone was met.
  public struct Visit: Hashable, Sendable {
    public var zone: EntityID
    /// Metres along the route where the walker truly came in first; nil if never.
    public var truly: Double?
    /// Metres along the route where the receiver's points first showed it; nil if never.
    public var triggered: Double?

    /// Metres by which the trigger came late; negative for early; nil unless both are known.
    public var lateBy: Double? {
      guard let truly, let triggered else { return nil }
      return triggered - truly
    }
  }

  /// Two zones that one was in at the same time.
  public struct Overlap: Hashable, Sendable {
    public var first: EntityID
    public var second: EntityID
    /// Metres along the route where one was first told to be in both.
    public var at: Double
  }

  /// One per zone, in the order given.
  public var visits: [Visit] = []
  /// Walked into, but never noticed.
  public var missed: [EntityID] = []
  /// Never walked into, but noticed.
  public var falsely: [EntityID] = []
  /// The route does not touch them: nobody who follows it will be told.
  public var offRoute: [EntityID] = []
  public var early: [EntityID] = []
  public var late: [EntityID] = []
  /// Entered while still in another one: two stops speak at once.
  public var overlapping: [Overlap] = []
  /// Zones that came before one that is earlier in the order given.
  public var outOfOrder: [EntityID] = []
  /// How often a zone was entered again after it had been left.
  public var repeated: Int = 0
  /// Metres of the route, seconds of the walk, and points taken.
  public var metres = 0.0
  public var seconds = 0.0
  public var points = 0
}
