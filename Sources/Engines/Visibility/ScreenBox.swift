/// A rectangle of the picture in pixels; x to the right, y down, from the left upper corner.
///
/// - Thread: pure.
public struct ScreenBox: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The part of the smaller box's area that both share, 0...1.
  ///
  /// Sides shorter than a pixel count as a pixel around the same middle, so that thin boxes, and
  /// points, overlap what lies on them.
  ///
  /// - Source: catalogue row CG-RL-08.
  public func overlap(with other: ScreenBox) -> Double {
    let (a, b) = (padded, other.padded)
    let width = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    let height = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    guard width > 0, height > 0 else { return 0 }
    return min(1, width * height / min(a.width * a.height, b.width * b.height))
  }

  private var padded: ScreenBox {
    let (w, h) = (max(width, 1), max(height, 1))
    return ScreenBox(x: x - (w - width) / 2, y: y - (h - height) / 2, width: w, height: h)
  }
}
