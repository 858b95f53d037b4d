import Base

extension GeoPose {
  /// Heights are accepted in this range of metres: from below the deepest trench to low orbits.
  public static let heights = -12_000.0...1_000_000.0

  /// Checks a pose from outside.
  ///
  /// - Parameter orientation: its length may be off by 1e-3 (numbers written with few digits); it is
  ///   brought to exactly 1.
  /// - Throws: a ``Refusal`` that names every wrong member as GeoPose calls it.
  /// - Source: OGC GeoPose 1.0 (21-056r11), Basic-Quaternion; its schemas check no ranges.
  public init(
    validating position: LonLat, height: Double, orientation: Quaternion
  ) throws(Refusal) {
    var violations: [Refusal.Violation] = []
    func check(_ value: Double, _ range: ClosedRange<Double>, _ pointer: String) {
      if !range.contains(value) {
        violations.append(
          .init(
            pointer, "must be a number in \(range.lowerBound)...\(range.upperBound), not \(value)"))
      }
    }
    check(position.lat, -90...90, "/position/lat")
    check(position.lon, -180...180, "/position/lon")
    check(height, GeoPose.heights, "/position/h")
    let length = orientation.length
    let unit = orientation.normalised
    if !(abs(length - 1) <= 1e-3) || unit == nil {
      violations.append(
        .init("/quaternion", "must have length 1 (within 0.001), not \(length)"))
    }
    guard violations.isEmpty, let unit else {
      throw Refusal(
        .invalid, "invalid-pose",
        "The pose is wrong: "
          + violations.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ") + ".",
        violations: violations)
    }
    self.init(position: position, height: height, orientation: unit)
  }

  /// The east-north-up frame of the position.
  public var frame: LocalFrame { LocalFrame(at: position, height: height) }

  /// Where a point given in the thing's own axes (metres) is; nil near the earth's centre.
  public func geodetic(ofOwn point: Vector3) -> (position: LonLat, height: Double)? {
    frame.geodetic(local: orientation.rotate(point))
  }

  /// A place in the thing's own axes, metres.
  public func own(_ position: LonLat, height: Double) -> Vector3 {
    orientation.conjugate.rotate(frame.local(position, height: height))
  }

  /// The compass direction of the thing's own x axis, 0..<360 degrees clockwise from north.
  public var heading: Double { orientation.yawPitchRoll.heading }
}
