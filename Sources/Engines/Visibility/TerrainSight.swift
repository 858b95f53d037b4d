import Geodesy

/// Whether the ground is between an eye and a point.
///
/// The horizon is cut into ``lineCount`` lines of equal diamond angle. Along a line that is asked for
/// the ground is looked at once, from the eye outwards; kept is how high one has to look to see over
/// all of it, up to each step. Between two lines that is interpolated: they are 6 m apart at 1 km,
/// 30 m at 5 km, and steps are half as long as the ground's spacing, so the ground is nowhere missed
/// by more than it rises in between.
///
/// Lines are straight in earth-centred space and their height above the ellipsoid is compared with
/// the ground's, so the earth's curvature hides what is behind it. Refraction is left out.
///
/// - Thread: confined; keep one to save allocations.
struct TerrainSight {
  /// Steps of a line at most; longer lines take longer steps.
  static let maximumSteps = 512
  static let lineCount = 1024

  private var field: (any HeightField)?
  private var eye: Eye?
  /// Metres by which the eye is lifted to at least a metre above the ground: heights of devices are
  /// far less exact than their positions.
  private var lift = 0.0
  private var spacing = 0.0
  /// Near a pole columns of heights are nearer to each other than lines: every point has its own.
  private var isPolar = false
  private var step = 0.0
  private var stepCount = 0
  /// Where the tangents of each line begin; -1 for lines that nobody has asked for.
  private var starts = [Int32](repeating: -1, count: lineCount)
  /// The greatest tangent of elevation of the ground, up to each step.
  private var tangents: [Float] = []

  /// Makes ready for points up to `farthest` metres away.
  mutating func reset(_ field: any HeightField, from eye: Eye, farthest: Double) {
    (self.field, self.eye) = (field, eye)
    let ground = field.height(at: eye.camera.pose.position) ?? -.infinity
    lift = max(0, ground + 1 - eye.camera.pose.height)
    spacing = field.spacing
    isPolar = abs(eye.camera.pose.position.lat) > 80
    step = max(spacing / 2, farthest / Double(TerrainSight.maximumSteps))
    stepCount = Int(min(max(farthest / step, 0), Double(TerrainSight.maximumSteps)))
    for line in starts.indices { starts[line] = -1 }
    tangents.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - p: relative to the eye, east, north, up.
  ///   - grace: ground within this distance of the point hides nothing, metres.
  /// - Complexity: O(1), and O(steps) heights for each line that is new.
  mutating func hides(_ p: Vector3, grace: Double) -> Bool {
    let level = (p.x * p.x + p.y * p.y).squareRoot()
    let height = p.z - lift
    let length = (level * level + height * height).squareRoot()
    let reach = length - max(grace, spacing)
    guard reach > 0, level > 0 else { return false }
    let steps = min(Int(min(reach / length * level / step, 1e6)), stepCount)
    guard steps > 0 else { return false }
    if isPolar { return isGroundAbove(height, level, towards: (p.x, p.y), steps) }
    let angle = Direction.diamond(p.x, p.y) * Double(TerrainSight.lineCount) / 4
    let line = Int(angle)
    let first = tangent(line, steps)
    let second = tangent(line + 1, steps)
    let along = angle - Double(line)
    let tangent =
      first.isFinite && second.isFinite
      ? first + (second - first) * along : along < 0.5 ? first : second
    return tangent * level > height
  }

  /// What the ground does to all points of a ball.
  enum Verdict {
    case hidden, clear
    /// One has to look closer.
    case open
  }

  /// As ``hides(_:grace:)`` would say of every point of a ball.
  ///
  /// - Parameter bins: of ``Skyline``, whose edges are the lines.
  mutating func verdict(
    _ centre: Vector3, radius: Double, bins: Range<Int>, grace: Double
  ) -> Verdict {
    let level = (centre.x * centre.x + centre.y * centre.y).squareRoot()
    let (near, far) = (level - radius, level + radius)
    guard near > 0, !isPolar else { return .open }
    let (low, high) = (centre.z - radius - lift, centre.z + radius - lift)
    let lowest = low > 0 ? low / far : low / near
    let highest = high > 0 ? high / near : high / far
    let least = min(Int(max(0, (near - max(grace, spacing)) / step)), stepCount)
    let most = min(Int(min(far / step, 1e6)), stepCount)
    guard most > 0 else { return .clear }
    var (isHidden, isClear) = (least > 0, true)
    for line in bins.lowerBound...bins.upperBound {
      if isClear, tangent(line, most) > lowest - 1e-9 { isClear = false }
      if isHidden, tangent(line, least) <= highest + 1e-9 { isHidden = false }
      if !isClear, !isHidden { return .open }
    }
    return isHidden ? .hidden : .clear
  }

  private mutating func tangent(_ line: Int, _ steps: Int) -> Double {
    let line = line & (TerrainSight.lineCount - 1)
    if starts[line] < 0 { look(along: line) }
    return Double(tangents[Int(starts[line]) + steps - 1])
  }

  /// Looks at the ground along one line.
  private mutating func look(along line: Int) {
    starts[line] = Int32(truncatingIfNeeded: tangents.count)
    let direction = Direction.vector(Double(line) * 4 / Double(TerrainSight.lineCount))
    guard let field, let track = track(direction, stepCount) else {
      // A line without positions hides nothing.
      tangents += repeatElement(-.infinity, count: stepCount)
      return
    }
    track.follow(field) { greatest in
      tangents.append(greatest)
      return true
    }
  }

  /// Whether the ground in a direction, up to a step, is seen above a height at a distance.
  private func isGroundAbove(
    _ height: Double, _ level: Double, towards direction: (x: Double, y: Double), _ steps: Int
  ) -> Bool {
    guard let field, let track = track(direction, steps) else { return false }
    var isAbove = false
    track.follow(field) { greatest in
      isAbove = Double(greatest) * level > height
      return !isAbove
    }
    return isAbove
  }

  private func track(_ direction: (x: Double, y: Double), _ steps: Int) -> Track? {
    guard let eye else { return nil }
    let length = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    return Track(
      from: Vector3(x: 0, y: 0, z: lift),
      towards: Vector3(x: direction.x / length, y: direction.y / length, z: 0), step: step,
      steps: steps, eye: eye)
  }

  /// The ground along a ray that begins level.
  ///
  /// Away from the poles a parabola through three geodetic positions, good to 5 cm over 8 km.
  private struct Track {
    private let eye: Eye
    private let start: Vector3
    private let way: Vector3
    private let step: Double
    private let steps: Int
    private let isExact: Bool
    private var lon = (0.0, 0.0, 0.0)
    private var lat = (0.0, 0.0, 0.0)
    private var height = (0.0, 0.0, 0.0)

    /// - Parameters:
    ///   - start: relative to the eye.
    ///   - direction: on the level, of length 1.
    ///   - step: metres.
    init?(from start: Vector3, towards direction: Vector3, step: Double, steps: Int, eye: Eye) {
      way = direction * (step * Double(steps))
      (self.start, self.eye, self.step, self.steps) = (start, eye, step, steps)
      isExact = abs(eye.camera.pose.position.lat) > 80 || way.length > 8_000
      if isExact { return }
      guard let a = eye.frame.geodetic(local: start),
        let b = eye.frame.geodetic(local: start + way * 0.5),
        let c = eye.frame.geodetic(local: start + way)
      else { return nil }
      func parabola(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double, Double) {
        (a, 4 * b - 3 * a - c, 2 * (a + c) - 4 * b)
      }
      func near(_ lon: Double) -> Double {
        a.position.lon + (lon - a.position.lon).remainder(dividingBy: 360)
      }
      lon = parabola(a.position.lon, near(b.position.lon), near(c.position.lon))
      lat = parabola(a.position.lat, b.position.lat, c.position.lat)
      height = parabola(a.height, b.height, c.height)
    }

    /// Calls `body` with the greatest tangent of elevation of the ground up to each step, until it
    /// returns false.
    func follow(_ field: some HeightField, _ body: (Float) -> Bool) {
      var greatest = -Float.infinity
      let maximumHeight = field.maximumHeight
      for number in stride(from: 1, through: steps, by: 1) {
        let place = place(Double(number) / Double(steps))
        let level = step * Double(number)
        // The highest ground of all would not be seen above what is kept already.
        if maximumHeight - place.height > Double(greatest) * level,
          let ground = field.height(at: place.position)
        {
          greatest = max(greatest, Float((ground - place.height) / level))
        }
        if !body(greatest) { return }
      }
    }

    private func place(_ t: Double) -> (position: LonLat, height: Double) {
      if isExact, let place = eye.frame.geodetic(local: start + way * t) { return place }
      func value(_ c: (Double, Double, Double)) -> Double { c.0 + t * (c.1 + t * c.2) }
      return (LonLat(lon: value(lon), lat: value(lat)), value(height))
    }
  }
}
