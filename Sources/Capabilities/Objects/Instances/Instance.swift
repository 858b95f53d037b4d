import Base
import Geodesy

/// An AR object placed in the world.
///
/// - Thread: pure.
public struct Instance: Hashable, Sendable {
  /// Whether it is shown.
  public enum State: String, Sendable, CaseIterable {
    case live
    /// Out of everybody's sight but its author's, until the author has changed it.
    case hidden
    /// Taken away by a decision of moderation; kept while it can still be appealed.
    case removed
  }

  public var id: EntityID
  public var object: EntityID
  /// The account that placed it.
  public var author: EntityID
  public var placement: Placement
  public var state: State
  public var createdAt: Instant
  public var version: Int

  public init(
    id: EntityID, object: EntityID, author: EntityID, placement: Placement, state: State = .live,
    createdAt: Instant, version: Int = 1
  ) {
    self.id = id
    self.object = object
    self.author = author
    self.placement = placement
    self.state = state
    self.createdAt = createdAt
    self.version = version
  }
}

/// Where and how an object is placed, and for whom.
///
/// - Thread: pure.
public struct Placement: Hashable, Sendable {
  /// The sub-realms whose members see it, at least one, ascending.
  public var realms: [EntityID]
  /// Its position is in whole 1e-7 degrees (1.1 cm): what is echoed is what is indexed.
  public private(set) var pose: GeoPose
  /// Factor on the object's own size, 0.01...100.
  public var scale: Double
  /// Which of several in one spot is shown first: 0...100, higher before lower.
  public var priority: Int
  /// Metres within which a device counts as having come to it; nil if it does not matter.
  public var triggerRadius: Double?
  public var caption: Caption

  /// - Parameter pose: its position is rounded to the nearest 1e-7 degree, the one rounding that an
  ///   instance's position goes through.
  public init(
    realms: [EntityID], pose: GeoPose, scale: Double = 1,
    priority: Int = Self.usualPriority, triggerRadius: Double? = nil, caption: Caption = Caption()
  ) {
    self.realms = Set(realms).sorted()
    self.pose = pose
    self.pose.position = FixedPosition(pose.position).lonLat
    self.scale = scale
    self.priority = priority
    self.triggerRadius = triggerRadius
    self.caption = caption
  }

  public static let usualPriority = 50
  static let scales = 0.01...100.0
  static let priorities = 0...100
  static let triggerRadii = 1.0...1000.0
  /// Most sub-realms of one instance.
  static let maximumRealms = 20
}
