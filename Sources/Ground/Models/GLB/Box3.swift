import Geodesy

/// A box along the axes of some frame, metres.
///
/// - Thread: pure.
public struct Box3: Hashable, Sendable {
  public var minimum: Vector3
  public var maximum: Vector3

  public init(minimum: Vector3, maximum: Vector3) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The box of nothing; its union with another is that other.
  static let empty = Box3(
    minimum: Vector3(x: .infinity, y: .infinity, z: .infinity),
    maximum: Vector3(x: -.infinity, y: -.infinity, z: -.infinity))

  /// The lengths of the sides.
  public var size: Vector3 { maximum - minimum }

  public var center: Vector3 { (minimum + maximum) * 0.5 }

  var isEmpty: Bool { minimum.x > maximum.x }

  var isFinite: Bool {
    [minimum.x, minimum.y, minimum.z, maximum.x, maximum.y, maximum.z].allSatisfy(\.isFinite)
  }

  /// The same box given in glTF axes (x, y up, z), turned into east, north, up: (x, -z, y).
  public var inENU: Box3 {
    Box3(
      minimum: Vector3(x: minimum.x, y: -maximum.z, z: minimum.y),
      maximum: Vector3(x: maximum.x, y: -minimum.z, z: maximum.y))
  }

  /// The smallest box that holds both.
  public func union(_ other: Box3) -> Box3 {
    Box3(
      minimum: Vector3(
        x: min(minimum.x, other.minimum.x), y: min(minimum.y, other.minimum.y),
        z: min(minimum.z, other.minimum.z)),
      maximum: Vector3(
        x: max(maximum.x, other.maximum.x), y: max(maximum.y, other.maximum.y),
        z: max(maximum.z, other.maximum.z)))
  }

  /// The box of all points of this one moved by a vector of `delta`, or not moved.
  func grown(by delta: Box3) -> Box3 {
    Box3(
      minimum: Vector3(
        x: minimum.x + min(0, delta.minimum.x), y: minimum.y + min(0, delta.minimum.y),
        z: minimum.z + min(0, delta.minimum.z)),
      maximum: Vector3(
        x: maximum.x + max(0, delta.maximum.x), y: maximum.y + max(0, delta.maximum.y),
        z: maximum.z + max(0, delta.maximum.z)))
  }

  var corners: [Vector3] {
    var result: [Vector3] = []
    for x in [minimum.x, maximum.x] {
      for y in [minimum.y, maximum.y] {
        for z in [minimum.z, maximum.z] { result.append(Vector3(x: x, y: y, z: z)) }
      }
    }
    return result
  }

  /// The bounds that a scan of three-component values found, dequantized where they are
  /// normalised.
  init(accessor: GLTFAccessor) {
    guard accessor.minimum.count == 3, accessor.maximum.count == 3 else {
      self = .empty
      return
    }
    var unit = 1.0
    if accessor.isNormalised {
      switch accessor.component {
      case .int8: unit = 127
      case .uint8: unit = 255
      case .int16: unit = 32_767
      case .uint16: unit = 65_535
      case .uint32, .float: unit = 1
      }
    }
    let low = accessor.minimum
    let high = accessor.maximum
    self.init(
      minimum: Vector3(x: low[0], y: low[1], z: low[2]) * (1 / unit),
      maximum: Vector3(x: high[0], y: high[1], z: high[2]) * (1 / unit))
  }
}
