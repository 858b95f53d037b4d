import Foundation

/// The angle that a ball takes up, seen from outside of it.
struct AngularSize {
  private let squaredSine: Double
  private let hidesAll: Bool

  /// - Parameter leastDegrees: what is below is too small.
  init(leastDegrees: Double) {
    let sine = sin(leastDegrees * .pi / 360)
    squaredSine = sine * sine
    hidesAll = leastDegrees > 180
  }

  /// - Parameter square: squared distance of the ball's centre.
  @inline(__always)
  func isTooSmall(radius: Double, square: Double) -> Bool {
    radius == 0 || radius * radius < squaredSine * square
  }

  /// 180 from inside of the ball, 0 for a point.
  static func degrees(radius: Double, distance: Double) -> Double {
    if radius <= 0 { return 0 }
    return radius >= distance ? 180 : 2 * asin(radius / distance) * 180 / .pi
  }
}
