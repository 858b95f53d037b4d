import FlatFiles
import Geodesy
import SpatialIndex

/// Finds the street nearest to a position.
struct Snapper {
  /// Streets farther away than this many metres are no answer.
  static let reach = 4000.0
  /// Streets that are farther than the nearest by less than so many metres are as near: positions are
  /// not more exact, and a carriageway is as wide.
  static let tie = 5.0
  /// Nobody asks whether water lies before a street that is nearer than so many metres: quays and
  /// bridges are as wide, and positions not more exact.
  static let beside = 25.0
  /// How far is searched first, in metres.
  private static let firstReach = 60.0
  /// Most streets of which it is asked whether water lies before them.
  private static let maximumAshore = 1000
  /// Most streets that are taken beside the nearest.
  private static let maximumOthers = 8

  let metric: StreetMetric

  /// What is near.
  struct Nearest {
    /// On the network from which one can go anywhere.
    var main: SnappedPlace?
    /// On an island that is nearer than that.
    var island: SnappedPlace?
    /// Whether it is the same for ways that begin there and for those that end.
    var isAlike = true
  }

  /// The nearest street of the main network, and a nearer one on an island.
  ///
  /// A street behind water is passed over for the nearest that is not; where there is none within
  /// ``reach``, or the position itself lies on the water, the nearest is taken and says so.
  ///
  /// - Parameter role: whether ways begin there, or end, or both.
  /// - Complexity: O(log n + streets around).
  func nearest(to position: LonLat, for role: SnapRole = .both) -> Nearest {
    guard let ruler = Ruler(at: position) else { return Nearest() }
    let frame = LocalFrame(ruler)
    var items: [UInt32] = []
    var radius = Snapper.firstReach
    while true {
      let reach = min(radius, Snapper.reach)
      metric.network.tree.find(nearby: position, metres: reach, into: &items)
      var main = Candidate()
      var island = Candidate()
      var isAlike = true
      for item in items {
        let segment = Int(item)
        guard isUsable(segment) else { continue }
        isAlike = isAlike && metric.mode.isAlike(segment)
        if metric.mode.isGood(segment, for: role) {
          frame.improve(&main, segment, metric.network, within: reach)
        } else {
          frame.improve(&island, segment, metric.network, within: reach)
        }
      }
      if main.segment >= 0, island.segment >= 0, island.distance >= main.distance {
        island = Candidate()
      }
      if main.segment >= 0 || reach >= Snapper.reach {
        main = outOfTunnel(main, frame, items, for: role)
        guard isBehindWater(main, position) || isBehindWater(island, position) else {
          return Nearest(
            main: place(main, frame, others: others(main, frame, &items, role, within: reach)),
            island: place(island, frame, others: others(island, frame, &items, nil, within: reach)),
            isAlike: isAlike)
        }
        return ashore(main, island, position, frame, &items, role)
      }
      radius *= 4
    }
  }

  // Water.

  private func isBehindWater(_ candidate: Candidate, _ requested: LonLat) -> Bool {
    guard candidate.segment >= 0, candidate.distance > Snapper.beside,
      let waters = metric.network.waters
    else { return false }
    return waters.separate(requested, position(candidate))
  }

  /// The same, with the nearest streets before which there is no water.
  private func ashore(
    _ main: Candidate, _ island: Candidate, _ position: LonLat, _ frame: LocalFrame,
    _ items: inout [UInt32], _ role: SnapRole
  ) -> Nearest {
    let isAfloat = metric.network.waters?.contain(position) ?? false
    // From a boat every way ashore leads over water.
    let dry =
      isAfloat
      ? (main: Candidate(), island: Candidate()) : nearestAshore(position, frame, &items, role)
    let isWet = isBehindWater(main, position)
    let best = isWet && dry.main.segment >= 0 ? dry.main : main
    var found = Nearest(
      main: place(best, frame, others: others(best, frame, &items, role)), isAlike: false)
    found.main?.isOverWater = isWet && dry.main.segment < 0
    let isIslandWet = isBehindWater(island, position)
    let bestIsland = isIslandWet && !isAfloat ? dry.island : island
    if best.segment < 0 || bestIsland.distance < best.distance {
      found.island = place(bestIsland, frame, others: others(bestIsland, frame, &items, nil))
      found.island?.isOverWater = isIslandWet && isAfloat
    }
    return found
  }

  private func nearestAshore(
    _ position: LonLat, _ frame: LocalFrame, _ items: inout [UInt32], _ role: SnapRole
  ) -> (main: Candidate, island: Candidate) {
    var (main, island) = (Candidate(), Candidate())
    var asked = 0
    var (done, reach) = (0.0, 240.0)
    while done < Snapper.reach, asked < Snapper.maximumAshore {
      metric.network.tree.find(nearby: position, metres: reach, into: &items)
      var around: [Candidate] = []
      for item in items where isUsable(Int(item)) {
        var candidate = Candidate()
        frame.improve(&candidate, Int(item), metric.network, within: reach)
        // What is nearer has been asked.
        if candidate.segment >= 0, candidate.distance >= done { around.append(candidate) }
      }
      around.sort { ($0.distance, $0.segment) < ($1.distance, $1.segment) }
      for candidate in around where asked < Snapper.maximumAshore {
        let isMain = metric.mode.isGood(candidate.segment, for: role)
        if isMain ? main.segment >= 0 : island.segment >= 0 { continue }
        asked += 1
        if isBehindWater(candidate, position) { continue }
        if isMain { main = candidate } else { island = candidate }
        // An island counts only if it is nearer.
        if isMain { return (main, island) }
      }
      (done, reach) = (reach, min(reach * 4, Snapper.reach))
    }
    return (main, island)
  }

  /// The streets that are as near as the nearest, on its level; on the same island, if it is on one.
  ///
  /// At a junction all its streets are one place: each is a way to begin or end there, as one alone may
  /// be closed in the direction that is wanted.
  ///
  /// - Parameters:
  ///   - role: what they have to be good for; nil on an island.
  ///   - searched: `items` holds all streets within so many metres.
  private func others(
    _ nearest: Candidate, _ frame: LocalFrame, _ items: inout [UInt32], _ role: SnapRole?,
    within searched: Double = 0
  ) -> [SnappedPlace.Spot] {
    guard nearest.segment >= 0 else { return [] }
    let mode = metric.mode
    let reach = nearest.distance + Snapper.tie
    // The first radius holds a few streets only: to look at them again is quicker than to search.
    if reach > searched || searched > Snapper.firstReach {
      metric.network.tree.find(nearby: frame.origin, metres: reach, into: &items)
    }
    var found: [Candidate] = []
    for item in items {
      let segment = Int(item)
      guard segment != nearest.segment, isUsable(segment),
        role.map({ mode.isGood(segment, for: $0) })
          ?? (mode.components[segment] == mode.components[nearest.segment])
      else { continue }
      var other = Candidate()
      frame.improve(&other, segment, metric.network, within: reach)
      guard other.segment >= 0, isOnLevel(other, of: nearest, frame),
        !isBehindWater(other, frame.origin)
      else { continue }
      found.append(other)
    }
    found.sort { ($0.distance, $0.segment) < ($1.distance, $1.segment) }
    return found.prefix(Snapper.maximumOthers).map {
      SnappedPlace.Spot(
        position: position($0), distance: $0.distance, segment: $0.segment,
        fraction: frame.fraction($0, metric.network))
    }
  }

  private static let levels: StreetAttributes.Flags = [.tunnel, .bridge]

  /// Whether it lies neither below nor above the other; or meets it where both begin.
  private func isOnLevel(_ other: Candidate, of nearest: Candidate, _ frame: LocalFrame) -> Bool {
    let network = metric.network
    let (a, b) = (nearest.segment, other.segment)
    let levels = [a, b].map { network.attributes($0).flags.intersection(Snapper.levels) }
    guard levels[0] != levels[1] else { return true }
    return frame.isSame(other, nearest)
      && [network.from[a], network.to[a]].contains { $0 == network.from[b] || $0 == network.to[b] }
  }

  /// A street in the open that is as near as the nearest, where that is a tunnel: nobody stands below.
  private func outOfTunnel(
    _ nearest: Candidate, _ frame: LocalFrame, _ items: [UInt32], for role: SnapRole
  ) -> Candidate {
    func isTunnel(_ segment: Int) -> Bool {
      metric.network.attributes(segment).flags.contains(.tunnel)
    }
    guard nearest.segment >= 0, isTunnel(nearest.segment) else { return nearest }
    var open = Candidate()
    for item in items where isUsable(Int(item)) && !isTunnel(Int(item)) {
      guard metric.mode.isGood(Int(item), for: role) else { continue }
      frame.improve(&open, Int(item), metric.network, within: nearest.distance + Snapper.tie)
    }
    return open.segment >= 0 ? open : nearest
  }

  /// Metres to the nearest street farther away than ``reach``; nil if there is none within 50 km.
  func distanceBeyondReach(_ position: LonLat) -> Double? {
    var items: [UInt32] = []
    guard let ruler = Ruler(at: position) else { return nil }
    for radius in [8000.0, 18_000] {
      metric.network.tree.find(nearby: position, metres: radius, into: &items)
      var best = Candidate()
      let frame = LocalFrame(ruler)
      for item in items where isUsable(Int(item)) {
        frame.improve(&best, Int(item), metric.network, within: radius)
      }
      if best.segment >= 0 { return best.distance }
    }
    return nil
  }

  private func isUsable(_ segment: Int) -> Bool {
    let costs = metric.segments.costs
    guard
      costs[2 * segment] != SegmentCosts.closed
        || costs[2 * segment + 1] != SegmentCosts.closed
    else { return false }
    // A ferry is boarded at its ends.
    return !isDriveway(segment) && metric.network.attributes(segment).kind != .ferry
  }

  /// Whether it is someone's driveway: no car is sent there from outside, as OSRM does not start there
  /// either; who is going to the house gets out at the street.
  private func isDriveway(_ segment: Int) -> Bool {
    guard metric.profile.mode == .car else { return false }
    let street = metric.network.attributes(segment)
    let access = DirectedAccess(bits: street.carBits)
    return street.kind == .service
      && (access.forward == .privately || access.backward == .privately)
  }

  private func place(
    _ candidate: Candidate, _ frame: LocalFrame, others: [SnappedPlace.Spot]
  ) -> SnappedPlace? {
    guard candidate.segment >= 0 else { return nil }
    let network = metric.network
    var place = SnappedPlace(
      requested: frame.origin, position: position(candidate), distance: candidate.distance,
      street: network.name(network.nameNumbers[candidate.segment]), isPastIsland: false,
      segment: candidate.segment, fraction: frame.fraction(candidate, network))
    place.others = others
    return place
  }

  private func position(_ candidate: Candidate) -> LonLat {
    LonLat(lon: candidate.lonE7 * 1e-7, lat: candidate.latE7 * 1e-7).normalised
  }

  /// The best so far.
  fileprivate struct Candidate {
    var segment = -1
    var distance = Double.infinity
    var lonE7 = 0.0
    var latE7 = 0.0
    /// It lies between the segment's point before this index and the one at it, so far along.
    var index = 0
    var part = 0.0
  }
}

/// A flat frame around a position, in metres; good to a millionth within a few kilometres.
private struct LocalFrame {
  let lonE7: Double
  let latE7: Double
  let east: Double
  let north: Double
  let origin: LonLat

  init(_ ruler: Ruler) {
    origin = ruler.origin
    lonE7 = ruler.origin.lon * 1e7
    latE7 = ruler.origin.lat * 1e7
    east = ruler.squaredDistance(lonE7: lonE7 + 1000, latE7: latE7).squareRoot() / 1000
    north = ruler.squaredDistance(lonE7: lonE7, latE7: latE7 + 1000).squareRoot() / 1000
  }

  @inline(__always)
  private func x(_ p: FixedPosition) -> Double {
    var difference = Double(p.lonE7) - lonE7
    if abs(difference) > 1.8e9 { difference -= difference > 0 ? 3.6e9 : -3.6e9 }
    return difference * east
  }

  @inline(__always)
  private func y(_ p: FixedPosition) -> Double { (Double(p.latE7) - latE7) * north }

  /// Whether two lie within a metre of each other.
  func isSame(_ a: Snapper.Candidate, _ b: Snapper.Candidate) -> Bool {
    let (dx, dy) = ((a.lonE7 - b.lonE7) * east, (a.latE7 - b.latE7) * north)
    return dx * dx + dy * dy < 1
  }

  /// Takes the segment's nearest position if it is better.
  func improve(
    _ best: inout Snapper.Candidate, _ segment: Int, _ network: StreetNetwork, within reach: Double
  ) {
    let points = network.points(segment)
    let start = points.startIndex
    var place = -1
    var placeT = 0.0
    var least = min(best.distance, reach)
    least *= least
    var (x0, y0) = (x(points[start]), y(points[start]))
    for i in start + 1..<points.endIndex {
      let (x1, y1) = (x(points[i]), y(points[i]))
      let (dx, dy) = (x1 - x0, y1 - y0)
      let length = dx * dx + dy * dy
      let t = length > 0 ? min(max(-(x0 * dx + y0 * dy) / length, 0), 1) : 0
      let (px, py) = (x0 + t * dx, y0 + t * dy)
      let squared = px * px + py * py
      if squared < least {
        least = squared
        place = i
        placeT = t
      }
      (x0, y0) = (x1, y1)
    }
    if place < 0 { return }
    let (x1, y1) = (x(points[place - 1]), y(points[place - 1]))
    best = Snapper.Candidate(
      segment: segment, distance: least.squareRoot(),
      lonE7: lonE7 + (x1 + (x(points[place]) - x1) * placeT) / east,
      latE7: latE7 + (y1 + (y(points[place]) - y1) * placeT) / north, index: place, part: placeT)
  }

  /// How far along its segment the candidate lies, 0...1.
  func fraction(_ candidate: Snapper.Candidate, _ network: StreetNetwork) -> Double {
    let points = network.points(candidate.segment)
    var (before, total) = (0.0, 0.0)
    for i in points.startIndex + 1..<points.endIndex {
      let (dx, dy) = (x(points[i]) - x(points[i - 1]), y(points[i]) - y(points[i - 1]))
      let length = (dx * dx + dy * dy).squareRoot()
      if i < candidate.index { before += length }
      if i == candidate.index { before += length * candidate.part }
      total += length
    }
    return total > 0 ? min(before / total, 1) : 0
  }
}
