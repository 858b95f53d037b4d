import Geodesy

/// Cuts boxes by a frustum and draws what is left: exact for boxes across the near plane, behind
/// the camera and around it.
///
/// Every ray from the eye that meets the box in front of the near plane leaves it through a side
/// there, so the cut sides alone give the outline, even with the eye inside of the box.
///
/// - Source: Sutherland, Hodgman, "Reentrant polygon clipping", CACM 17 (1974).
struct BoxProjection {
  private let eye: Eye
  let frustum: Frustum
  private var polygon: [Vector3] = []
  private var cut: [Vector3] = []

  init(_ eye: Eye) {
    self.eye = eye
    frustum = Frustum(eye)
    polygon.reserveCapacity(16)
    cut.reserveCapacity(16)
  }

  /// The rectangle around the part of a box inside of the picture; nil if there is none.
  ///
  /// - Parameter box: in the camera's own axes.
  mutating func screenBox(_ box: OrientedBox) -> ScreenBox? {
    var crossed = 0
    for plane in 0..<5 {
      var inside = 0
      for index in 0..<8 where frustum.depth(box.corner(index), plane: plane) >= 0 { inside += 1 }
      if inside == 0 { return nil }
      if inside < 8 { crossed |= 1 << plane }
    }
    var outline = Outline()
    if crossed == 0 {
      for index in 0..<8 { outline.add(eye.pixel(box.corner(index))) }
    } else {
      for side in OrientedBox.sides {
        polygon.removeAll(keepingCapacity: true)
        for index in side { polygon.append(box.corner(index)) }
        for plane in 0..<5 where crossed & (1 << plane) != 0 { clip(by: plane) }
        for corner in polygon { outline.add(eye.pixel(corner)) }
      }
    }
    return outline.box(eye.camera.viewport)
  }

  private mutating func clip(by plane: Int) {
    guard var last = polygon.last else { return }
    var lastDepth = frustum.depth(last, plane: plane)
    cut.removeAll(keepingCapacity: true)
    for corner in polygon {
      let depth = frustum.depth(corner, plane: plane)
      if (depth >= 0) != (lastDepth >= 0) {
        cut.append(last + (corner - last) * (lastDepth / (lastDepth - depth)))
      }
      if depth >= 0 { cut.append(corner) }
      (last, lastDepth) = (corner, depth)
    }
    swap(&polygon, &cut)
  }

  private struct Outline {
    var west = Double.infinity
    var east = -Double.infinity
    var top = Double.infinity
    var bottom = -Double.infinity

    mutating func add(_ p: (x: Double, y: Double)) {
      west = min(west, p.x)
      east = max(east, p.x)
      top = min(top, p.y)
      bottom = max(bottom, p.y)
    }

    /// Within the picture, so that rounding leads nowhere beyond its sides.
    func box(_ viewport: Camera.Viewport) -> ScreenBox? {
      guard west <= east, top <= bottom else { return nil }
      func inside(_ value: Double, _ side: Int) -> Double { min(max(value, 0), Double(side)) }
      let (x, y) = (inside(west, viewport.width), inside(top, viewport.height))
      return ScreenBox(
        x: x, y: y, width: inside(east, viewport.width) - x,
        height: inside(bottom, viewport.height) - y)
    }
  }
}
