import Geodesy
import OSMFiles

/// One entry before it has its number.
struct PlaceDraft {
  var kind: PlaceKind
  var category: String
  /// The first is the one to show; empty for things without a name.
  var names: [String]
  var importance: Int
  var position: FixedPosition
  var source: Int64
  /// Words that lead here besides the names: postcodes, cities, the street.
  var beside: Set<String> = []
  var details: PlaceDetails?
  var houses: [HouseDraft] = []
  var lines: [[FixedPosition]] = []
  /// The outline of an area with borders.
  var rings: [[FixedPosition]] = []
  var level = 0
}

/// One house before it has its number in the file.
struct HouseDraft {
  var number: String
  var street: String
  var postcode: String
  var city: String
  var suburb: String
  var position: FixedPosition
  var source: Int64
  var isInterpolated = false
}

extension PlaceCollector {
  /// Everything with a position, put together: streets with their houses, stops once, areas with
  /// their borders.
  func drafts() -> [PlaceDraft] {
    var drafts: [PlaceDraft] = []
    var houses = interpolatedHouses()
    for item in found {
      guard let shape = position(of: item) else { continue }
      if let match = item.match {
        var draft = PlaceDraft(
          kind: match.kind, category: match.category, names: item.names,
          importance: match.importance + shape.bonus, position: shape.position, source: item.source)
        draft.details = item.details
        let details = item.details
        draft.beside = Set(
          [details.street, details.postcode, details.city, details.suburb].filter { !$0.isEmpty })
        drafts.append(draft)
      }
      let details = item.details
      if !details.number.isEmpty, !details.street.isEmpty {
        for number in HouseNumbers.parts(details.number) {
          houses.append(
            HouseDraft(
              number: number, street: details.street, postcode: details.postcode,
              city: details.city, suburb: details.suburb, position: shape.position,
              source: item.source))
        }
      }
    }
    return areas(joining: drafts.filter { $0.kind == .area }) + stops(drafts)
      + drafts.filter { $0.kind != .area && $0.kind != .stop } + streetDrafts(houses)
  }

  private func position(of item: Found) -> (position: FixedPosition, bonus: Int)? {
    switch item.shape {
    case .point(let point): return (point, 0)
    case .line(let range):
      return FixedRectangle(around: positions(range)).map { ($0.middle, PlaceCollector.bonus($0)) }
    case .members(let ways):
      let points = ways.compactMap { memberRefs[$0] }.flatMap { positions($0) }
      return FixedRectangle(around: points).map { ($0.middle, PlaceCollector.bonus($0)) }
    }
  }

  /// What is larger is looked for more often: up to 16 for some kilometres.
  private static func bonus(_ box: FixedRectangle) -> Int {
    var size = max(box.east - box.west, box.north - box.south) / 10_000
    var bonus = 0
    while size > 0, bonus < 16 {
      bonus += 2
      size /= 2
    }
    return bonus
  }

  /// Nodes and borders of one name are one area.
  private func areas(joining named: [PlaceDraft]) -> [PlaceDraft] {
    var areas = named
    for boundary in boundaries {
      guard case .members(let ways) = boundary.found.shape, let match = boundary.found.match,
        let name = boundary.found.names.first
      else { continue }
      let rings = rings(ways)
      let points = rings.isEmpty ? ways.compactMap { memberRefs[$0] }.flatMap { positions($0) } : []
      guard let box = FixedRectangle(around: rings.isEmpty ? points : rings.flatMap { $0 }) else {
        continue
      }
      let folded = FoldedText.joined(name)
      let known = areas.firstIndex { area in
        area.rings.isEmpty && box.contains(area.position)
          && area.names.contains { FoldedText.joined($0) == folded }
      }
      if let known {
        areas[known].rings = rings
        areas[known].level = boundary.level
        areas[known].importance = max(areas[known].importance, match.importance)
        let missing = boundary.found.names.filter { !areas[known].names.contains($0) }
        areas[known].names += missing
      } else {
        var draft = PlaceDraft(
          kind: .area, category: match.category, names: boundary.found.names,
          importance: match.importance, position: box.middle, source: boundary.found.source)
        draft.rings = rings
        draft.level = boundary.level
        areas.append(draft)
      }
    }
    return areas
  }

  /// Platforms, stop positions and stops of one name that lie together are one stop.
  private func stops(_ drafts: [PlaceDraft]) -> [PlaceDraft] {
    let stops = drafts.filter { $0.kind == .stop }
    let pieces = stops.compactMap { stop in
      FixedRectangle(around: [stop.position]).map {
        StreetGroups.Piece(name: FoldedText.joined(stop.names.first ?? ""), box: $0)
      }
    }
    return StreetGroups.groups(pieces).compactMap { group in
      let members = group.map { stops[$0] }
      guard var best = members.max(by: { $0.importance < $1.importance }) else { return nil }
      for member in members {
        best.beside.formUnion(member.beside)
        best.names += member.names.filter { !best.names.contains($0) }
      }
      best.importance += min(members.count - 1, 10)
      return best
    }
  }

  private func interpolatedHouses() -> [HouseDraft] {
    var houses: [HouseDraft] = []
    for line in interpolations {
      var start: (details: PlaceDetails, place: Int)?
      let ids = Array(refs[line.refs])
      for (place, id) in ids.enumerated() {
        guard let details = numbered[id], !details.number.isEmpty else { continue }
        if let start {
          houses += between(
            start.details, details, positions(line.refs, start.place...place), line)
        }
        start = (details, place)
      }
    }
    return houses
  }

  private func positions(_ range: Range<Int>, _ part: ClosedRange<Int>) -> [FixedPosition] {
    positions(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound + 1)
  }

  private func between(
    _ first: PlaceDetails, _ last: PlaceDetails, _ line: [FixedPosition], _ way: Interpolation
  ) -> [HouseDraft] {
    guard line.count >= 2 else { return [] }
    let numbers = HouseNumbers.between(first.number, last.number, kind: way.kind)
    let street = [first.street, way.details.street, last.street].first { !$0.isEmpty } ?? ""
    guard !street.isEmpty else { return [] }
    var lengths: [Double] = [0]
    for (a, b) in zip(line, line.dropFirst()) {
      lengths.append((lengths.last ?? 0) + PlaneDistance(a).metres(to: b))
    }
    let total = lengths.last ?? 0
    return numbers.enumerated().map { index, number in
      let target = total * Double(index + 1) / Double(numbers.count + 1)
      let piece = min(max((lengths.firstIndex { $0 >= target } ?? 1), 1), line.count - 1)
      let length = lengths[piece] - lengths[piece - 1]
      let share = length > 0 ? (target - lengths[piece - 1]) / length : 0
      return HouseDraft(
        number: String(number), street: street, postcode: first.postcode, city: first.city,
        suburb: first.suburb,
        position: PlaneDistance.point(line[piece - 1], line[piece], share), source: 0,
        isInterpolated: true)
    }
  }
}
