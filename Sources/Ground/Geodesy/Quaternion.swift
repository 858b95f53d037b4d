/// A rotation as a quaternion x·i + y·j + z·k + w.
///
/// - Thread: pure.
public struct Quaternion: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double
  public var w: Double

  public init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// No rotation: axes along east, north, up.
  public static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  /// The Euclidean length.
  public var length: Double { (x * x + y * y + z * z + w * w).squareRoot() }

  /// The same rotation with length 1; nil if this is not finite or shorter than 1e-6.
  public var normalised: Quaternion? {
    let n = length
    guard n.isFinite, n > 1e-6 else { return nil }
    return Quaternion(x: x / n, y: y / n, z: z / n, w: w / n)
  }

  /// The opposite rotation, for a unit quaternion.
  public var conjugate: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: w) }

  /// First `b`, then `a`.
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }

  /// Turns a vector; this must be a unit quaternion.
  public func rotate(_ v: Vector3) -> Vector3 {
    let u = Vector3(x: x, y: y, z: z)
    let t = u.cross(v) * 2
    return v + t * w + u.cross(t)
  }
}

/// A vector of three metres, or a direction.
public struct Vector3: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(x: Double, y: Double, z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  public static let zero = Vector3(x: 0, y: 0, z: 0)

  public var length: Double { dot(self).squareRoot() }

  /// The scalar product.
  public func dot(_ o: Vector3) -> Double { x * o.x + y * o.y + z * o.z }

  /// The vector product, right-handed.
  public func cross(_ o: Vector3) -> Vector3 {
    Vector3(x: y * o.z - z * o.y, y: z * o.x - x * o.z, z: x * o.y - y * o.x)
  }

  public static func + (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  public static func - (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  public static func * (a: Vector3, s: Double) -> Vector3 {
    Vector3(x: a.x * s, y: a.y * s, z: a.z * s)
  }
}
