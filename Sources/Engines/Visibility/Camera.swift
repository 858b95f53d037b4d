import Base
import Geodesy

/// A camera: where it stands, how it is turned, what it takes in.
///
/// The camera's own axes are those of an OGC GeoPose body: it looks along its own +x, +y is to its
/// left, +z is its up. With the identity orientation it looks east, upright; a positive yaw turns
/// it to the left (counter-clockwise), a positive pitch lowers its view.
///
/// The picture is a pinhole's: straight lines stay straight, pixels are counted from the left upper
/// corner, x to the right, y down.
///
/// - Source: OGC GeoPose 1.0 (21-056r11), Basic-Quaternion.
/// - Thread: pure.
public struct Camera: Hashable, Sendable {
  /// Which own axis a device's camera looks along.
  public enum Convention: String, Sendable, CaseIterable {
    /// Looks along +x, left is +y, up is +z: GeoPose, robotics.
    case forwardX
    /// Looks along -z, right is +x, up is +y: OpenGL, glTF cameras, ARCore, ARKit, WebXR.
    ///
    /// The orientation is that of these axes in the local east-north-up frame.
    case backwardZ

    /// Turns vectors of GeoPose's axes into those of this convention.
    var fromForwardX: Quaternion {
      switch self {
      case .forwardX: .identity
      case .backwardZ: Quaternion(x: -0.5, y: 0.5, z: 0.5, w: 0.5)
      }
    }
  }

  /// Width and height of the picture in pixels, each in ``sides``.
  public struct Viewport: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// Angles of view in degrees, between opposite sides of the picture: above 0, below 180.
  public struct FieldOfView: Hashable, Sendable {
    public var horizontal: Double
    public var vertical: Double

    public init(horizontal: Double, vertical: Double) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// Pixels that a side of the picture may have.
  public static let sides = 1...32_768
  /// The range in metres unless another one is asked for.
  public static let defaultRange = 200.0
  /// No range is longer, metres.
  public static let maximumRange = 5_000.0
  /// Metres above the ground at which people hold a camera.
  public static let usualAboveGround = 1.6
  /// Metres above the ground that a camera may be.
  public static let heightsAboveGround = 0.0...10_000.0
  /// What is nearer than this in front of the camera is cut off, metres.
  public static let near = 0.05

  /// Position, ellipsoidal height and orientation, looking along its own +x.
  public private(set) var pose: GeoPose
  public let fieldOfView: FieldOfView
  public let viewport: Viewport
  /// How far away, in metres along the ground (geodesic), an object's position may be.
  public let range: Double
  /// Metres above the ground; asked for where buildings are known by their heights above the
  /// ground only (``Walls/Datum/ground``).
  public let aboveGround: Double

  /// Checks a camera from outside.
  ///
  /// - Parameters:
  ///   - pose: as in ``GeoPose/init(validating:height:orientation:)``.
  ///   - convention: which axes of the device `pose` turns.
  ///   - fieldOfView: degrees, each above 0 and below 180.
  ///   - viewport: pixels, each in ``sides``.
  ///   - range: metres, above 0, at most ``maximumRange``.
  ///   - aboveGround: metres, in ``heightsAboveGround``.
  /// - Throws: a ``Refusal`` that names every wrong member: `/pose/position/lat`,
  ///   `/fieldOfView/horizontal`, `/viewport/width`, `/range` and so on.
  public init(
    validating pose: GeoPose, convention: Convention = .forwardX, fieldOfView: FieldOfView,
    viewport: Viewport, range: Double = Camera.defaultRange,
    aboveGround: Double = Camera.usualAboveGround
  ) throws(Refusal) {
    var checks = Checks()
    let checked = checks.nested("/pose") { () throws(Refusal) in
      try GeoPose(
        validating: pose.position, height: pose.height, orientation: pose.orientation)
    }
    func angle(_ value: Double, _ pointer: String) {
      if !(value > 0 && value < 180) {
        checks.reject(pointer, "must be above 0 and below 180 degrees, not \(value)")
      }
    }
    angle(fieldOfView.horizontal, "/fieldOfView/horizontal")
    angle(fieldOfView.vertical, "/fieldOfView/vertical")
    checks.integer(viewport.width, Camera.sides, "/viewport/width")
    checks.integer(viewport.height, Camera.sides, "/viewport/height")
    if !(range > 0 && range <= Camera.maximumRange) {
      checks.reject("/range", "must be above 0 and at most \(Camera.maximumRange) metres")
    }
    checks.number(aboveGround, Camera.heightsAboveGround, "/aboveGround")
    try checks.finish("invalid-camera", "The camera")
    var own = checked ?? pose
    own.orientation = own.orientation * convention.fromForwardX
    self.pose = own
    self.fieldOfView = fieldOfView
    self.viewport = viewport
    self.range = range
    self.aboveGround = aboveGround
  }

  /// The same camera, ``aboveGround`` over ground of so many ellipsoidal metres.
  public func standing(onGroundAt height: Double) -> Camera {
    var camera = self
    camera.pose.height = min(
      max(height + aboveGround, GeoPose.heights.lowerBound), GeoPose.heights.upperBound)
    return camera
  }

  /// The same camera with heights counted from the ground below it.
  var countedFromGround: Camera {
    var camera = self
    camera.pose.height = aboveGround
    return camera
  }
}
