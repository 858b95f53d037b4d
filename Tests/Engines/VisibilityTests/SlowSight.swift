import Base
import Foundation
import Geodesy

@testable import Visibility

/// Lines of sight by walking along them in small steps, with plain sums instead of an index.
struct SlowSight {
  struct Block {
    var rings: [[Vector3]]
    var base: Double
    var top: Double
    /// Greatest distance of a corner from the first one.
    var reach: Double
  }

  let blocks: [Block]
  let frame: LocalFrame

  /// - Parameter frame: where coordinates of the plane are counted from.
  init(_ buildings: [Building], frame: LocalFrame) {
    self.frame = frame
    blocks = buildings.map { building in
      let rings = building.rings.map { $0.map { frame.local($0, height: frame.height) } }
      let first = rings[0][0]
      return Block(
        rings: rings, base: building.base ?? -.infinity, top: building.top,
        reach: rings.joined().map { ($0 - first).length }.max() ?? 0)
    }
  }

  /// The numbers of the blocks that a point of the plane and a height are in.
  func blocks(at p: Vector3, height: Double) -> [Int] {
    blocks.indices.filter { index in
      let block = blocks[index]
      let first = block.rings[0][0]
      let (dx, dy) = (p.x - first.x, p.y - first.y)
      guard dx * dx + dy * dy <= block.reach * block.reach else { return false }
      return height <= block.top && height >= block.base && SlowSight.contains(block.rings, p)
    }
  }

  private static func contains(_ rings: [[Vector3]], _ p: Vector3) -> Bool {
    var isInside = false
    for ring in rings {
      var a = ring[ring.count - 1]
      for b in ring {
        if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y)) {
          isInside.toggle()
        }
        a = b
      }
    }
    return isInside
  }

  /// How many metres of the way from the eye to a point lead through blocks.
  ///
  /// - Parameters:
  ///   - p: relative to the eye in its east, north, up.
  ///   - skipped: blocks that are seen through.
  ///   - rest: metres before the point that do not count.
  func metresInside(to p: Vector3, eye: Eye, skipped: Set<Int>, rest: Double, step: Double)
    -> Double
  {
    let length = p.length
    var inside = 0.0
    var along = step / 2
    while along < length - rest {
      let earth = eye.frame.ecef(local: p * (along / length))
      let q = frame.local(ecef: earth)
      // Heights above the ellipsoid, by the drop of the ellipsoid below the plane.
      let height = frame.height + q.z + (q.x * q.x + q.y * q.y) / (2 * 6_371_000)
      if !Set(blocks(at: q, height: height)).subtracting(skipped).isEmpty { inside += step }
      along += step
    }
    return inside
  }
}
