/// On which side of a line a point lies, decided exactly.
///
/// - Source: Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
///   predicates" (1997): a filter, then the exact sum.
enum Turn {
  /// Positive if a, b, c turn left, negative if right, zero if they lie on one line.
  ///
  /// Exact for coordinates of degrees (no overflow or underflow).
  static func sign(_ a: LonLat, _ b: LonLat, _ c: LonLat) -> Double {
    let left = (a.lon - c.lon) * (b.lat - c.lat)
    let right = (a.lat - c.lat) * (b.lon - c.lon)
    let determinant = left - right
    // (3 + 16ε)ε of the magnitude, with ε = 2⁻⁵³.
    if abs(determinant) > 3.330_669_073_875_472e-16 * (abs(left) + abs(right)) {
      return determinant
    }
    return exact(a, b, c)
  }

  /// The sum of the six products without any rounding, then its leading part.
  private static func exact(_ a: LonLat, _ b: LonLat, _ c: LonLat) -> Double {
    var sum = ExactSum()
    sum.add(a.lon, b.lat)
    sum.add(-a.lat, b.lon)
    sum.add(b.lon, c.lat)
    sum.add(-b.lat, c.lon)
    sum.add(c.lon, a.lat)
    sum.add(-c.lat, a.lon)
    return sum.leading
  }

  /// A sum of products as parts that do not overlap, the least first.
  private struct ExactSum {
    private var parts: [Double] = []

    /// Adds x·y.
    mutating func add(_ x: Double, _ y: Double) {
      let product = x * y
      // What the rounding of the product lost.
      add((-product).addingProduct(x, y))
      add(product)
    }

    private mutating func add(_ value: Double) {
      var carry = value
      for i in parts.indices {
        let sum = carry + parts[i]
        let rest = sum - carry
        parts[i] = (carry - (sum - rest)) + (parts[i] - rest)
        carry = sum
      }
      parts.append(carry)
    }

    /// The most significant part that is not zero.
    var leading: Double { parts.last { $0 != 0 } ?? 0 }
  }
}
