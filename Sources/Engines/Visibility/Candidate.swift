import Base
import Geodesy

/// Something that a camera may see: an object placed somewhere, with a box around it.
///
/// - Thread: pure.
public struct Candidate: Hashable, Sendable {
  /// A box along the object's own axes, metres before scaling.
  ///
  /// The object's own axes are east, north, up turned by its orientation.
  public struct Box: Hashable, Sendable {
    public var min: Vector3
    public var max: Vector3

    public init(min: Vector3, max: Vector3) {
      self.min = min
      self.max = max
    }
  }

  public static let scales = 0.000_1...1_000.0
  public static let priorities = 0...100
  /// No corner of a scaled box is farther from its object's position along an axis, metres.
  public static let maximumReach = 2_000.0

  /// The caller's number of it, unique in a scene.
  public let id: UInt32
  /// Position of the object's origin, ellipsoidal height, rotation in the ENU frame there.
  public let pose: GeoPose
  public let scale: Double
  public let box: Box
  /// 0 to 100; the greater is shown first.
  public let priority: Int

  /// Checks a candidate from outside.
  ///
  /// A box may be flat, or a point; a point has no size and is therefore always too small to show.
  ///
  /// - Throws: a ``Refusal`` that names every wrong member: `/pose/quaternion`, `/scale`,
  ///   `/box/min/x`, `/priority` and so on.
  public init(
    validating pose: GeoPose, id: UInt32, scale: Double = 1, box: Box, priority: Int = 0
  ) throws(Refusal) {
    var checks = Checks()
    let checked = checks.nested("/pose") { () throws(Refusal) in
      try GeoPose(
        validating: pose.position, height: pose.height, orientation: pose.orientation)
    }
    checks.number(scale, Candidate.scales, "/scale")
    func axis(_ name: String, _ least: Double, _ greatest: Double) {
      let reach = Candidate.maximumReach / (scale > 0 ? scale : 1)
      checks.number(least, -reach...reach, "/box/min/\(name)")
      checks.number(greatest, -reach...reach, "/box/max/\(name)")
      if least > greatest {
        checks.reject("/box/max/\(name)", "must not be below the minimum \(least)")
      }
    }
    axis("x", box.min.x, box.max.x)
    axis("y", box.min.y, box.max.y)
    axis("z", box.min.z, box.max.z)
    checks.integer(priority, Candidate.priorities, "/priority")
    try checks.finish("invalid-candidate", "The object \(id)")
    self.id = id
    self.pose = checked ?? pose
    self.scale = scale
    self.box = box
    self.priority = priority
  }
}
