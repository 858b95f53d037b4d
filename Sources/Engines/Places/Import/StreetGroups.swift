import Geodesy

/// Joins the pieces of streets and the addresses on them: what bears one name and lies together is
/// one street.
enum StreetGroups {
  /// A piece of a street, or an address that names one.
  struct Piece {
    /// The folded name.
    var name: String
    var box: FixedRectangle
  }

  /// Pieces farther apart than this belong to different streets of the same name, in metres.
  static let gap = 500.0

  /// The groups of pieces, each a list of indices into `pieces`.
  ///
  /// - Complexity: O(n log n) for names that are spread along the map.
  static func groups(_ pieces: [Piece]) -> [[Int]] {
    var byName: [String: [Int]] = [:]
    for (index, piece) in pieces.enumerated() { byName[piece.name, default: []].append(index) }
    var groups: [[Int]] = []
    for name in byName.keys.sorted() { groups += cluster(byName[name] ?? [], pieces) }
    return groups
  }

  private static func cluster(_ indices: [Int], _ pieces: [Piece]) -> [[Int]] {
    let sorted = indices.sorted { pieces[$0].box.west < pieces[$1].box.west }
    var parents = Array(sorted.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index { index = parents[index] }
      return index
    }
    // Those that may still touch one that begins further east.
    var open: [Int] = []
    for (place, index) in sorted.enumerated() {
      let box = pieces[index].box
      let margin = FixedRectangle.margin(metres: gap, at: box.south)
      open.removeAll { pieces[sorted[$0]].box.east < box.west - margin.lon }
      for other in open {
        let known = pieces[sorted[other]].box
        guard known.south - margin.lat <= box.north, box.south - margin.lat <= known.north else {
          continue
        }
        let (a, b) = (root(other), root(place))
        if a != b {
          parents[max(a, b)] = min(a, b)
          parents[place] = min(a, b)
        }
      }
      open.append(place)
    }
    var groups: [Int: [Int]] = [:]
    for (place, index) in sorted.enumerated() { groups[root(place), default: []].append(index) }
    return groups.keys.sorted().map { (groups[$0] ?? []).sorted() }
  }
}

/// A box in 1e-7 degrees, wide enough for sums.
struct FixedRectangle: Hashable {
  var west: Int
  var south: Int
  var east: Int
  var north: Int

  init?(around positions: some Sequence<FixedPosition>) {
    (west, south, east, north) = (.max, .max, .min, .min)
    for position in positions {
      west = min(west, Int(position.lonE7))
      east = max(east, Int(position.lonE7))
      south = min(south, Int(position.latE7))
      north = max(north, Int(position.latE7))
    }
    if west > east { return nil }
  }

  func contains(_ p: FixedPosition) -> Bool {
    (west...east).contains(Int(p.lonE7)) && (south...north).contains(Int(p.latE7))
  }

  var middle: FixedPosition {
    FixedPosition(
      lonE7: Int32(clamping: (west + east) / 2), latE7: Int32(clamping: (south + north) / 2))
  }

  /// Steps of a distance at a latitude; generous towards the poles.
  static func margin(metres: Double, at latE7: Int) -> (lon: Int, lat: Int) {
    let lat = metres / 111_000 * 1e7
    return (Int(lat / PlaneDistance.shrink(latE7: latE7)), Int(lat))
  }
}
