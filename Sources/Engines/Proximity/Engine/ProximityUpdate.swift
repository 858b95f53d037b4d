import Base

/// What the points of one call have changed for a device.
///
/// - Thread: pure.
public struct ProximityUpdate: Hashable, Sendable {
  /// A zone was entered or left.
  public struct Event: Hashable, Sendable {
    public var zone: EntityID
    public var kind: ZoneKind
    /// The place among the call's points of the one that showed it.
    public var point: Int
    /// Of an entry: no other device of the account is inside, so it is worth a notification.
    ///
    /// Of a leave: no other device of the account is still inside, so the visit is over.
    public var concernsVisit: Bool
  }

  /// A zone that the device is in.
  public struct Presence: Hashable, Sendable {
    public var zone: EntityID
    public var kind: ZoneKind
  }

  /// Why a point was ignored; it has changed nothing.
  public enum IgnoredReason: String, Hashable, Sendable, CaseIterable {
    /// Not later than the last accepted point of the device.
    case old
    /// Farther ahead of the server's clock than the tolerance.
    case future
    /// As old as what is forgotten already.
    case expired
    /// Less accurate than the limit.
    case inaccurate
  }

  /// A point that was not taken, by its place in the update.
  public struct Ignored: Hashable, Sendable {
    public var point: Int
    public var reason: IgnoredReason
  }

  /// In the order of the points; of one point, in the order of the zones' identifiers.
  ///
  /// A zone that was crossed between two points is both here and in ``left``.
  public var entered: [Event] = []
  public var left: [Event] = []
  /// After the last point, in the order of the zones' identifiers.
  public var inside: [Presence] = []
  public var ignored: [Ignored] = []
  /// Whether nothing was remembered of the device: it is new, was silent for long, or the memory is.
  ///
  /// What it entered may then be what it has been inside of all along.
  public var isFirst = false

  public init() {}
}
