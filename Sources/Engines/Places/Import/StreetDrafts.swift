import Geodesy

extension PlaceCollector {
  /// The streets, with the houses on them; houses whose street is not on the map make one of their
  /// own.
  func streetDrafts(_ houses: [HouseDraft]) -> [PlaceDraft] {
    var pieces: [StreetGroups.Piece] = []
    var lines: [[FixedPosition]] = []
    var owners: [Int] = []
    for (index, street) in streets.enumerated() {
      let line = positions(street.refs)
      guard let box = FixedRectangle(around: line), let name = street.names.first else { continue }
      pieces.append(StreetGroups.Piece(name: FoldedText.joined(name), box: box))
      lines.append(line)
      owners.append(index)
    }
    let ways = pieces.count
    for house in houses {
      guard let box = FixedRectangle(around: [house.position]) else { continue }
      pieces.append(StreetGroups.Piece(name: FoldedText.joined(house.street), box: box))
    }
    return StreetGroups.groups(pieces).compactMap { group in
      draft(
        group.filter { $0 < ways }.map { (owners[$0], lines[$0]) },
        group.filter { $0 >= ways }.map { houses[$0 - ways] })
    }
  }

  private func draft(
    _ members: [(street: Int, line: [FixedPosition])], _ houses: [HouseDraft]
  ) -> PlaceDraft? {
    var names: [String] = []
    var importance = 55
    var category = "street"
    var beside: Set<String> = []
    for (index, _) in members {
      let street = streets[index]
      names += street.names.filter { !names.contains($0) }
      if street.importance > importance || category == "street" {
        (importance, category) = (max(importance, street.importance), street.category)
      }
      if !street.postcode.isEmpty { beside.insert(street.postcode) }
    }
    if names.isEmpty, let house = houses.first { names = [house.street] }
    for house in houses {
      beside.formUnion([house.postcode, house.city, house.suburb].filter { !$0.isEmpty })
    }
    guard let position = PlaceCollector.middle(members.map(\.line), houses) else { return nil }
    // Long streets and those with many houses are asked for more often.
    importance += min(houses.count / 4, 12) + min(members.count, 10)
    var draft = PlaceDraft(
      kind: .street, category: category, names: Array(names.prefix(40)), importance: importance,
      position: position, source: members.first.map { streets[$0.street].id } ?? 0)
    draft.beside = Set(beside.sorted().prefix(60))
    draft.lines = members.map(\.line)
    draft.houses = PlaceCollector.unique(houses)
    // What most of its houses say is its own.
    var details = PlaceDetails()
    details.city = PlaceCollector.mostCommon(houses.map(\.city))
    details.postcode = PlaceCollector.mostCommon(houses.map(\.postcode))
    draft.details = details
    return draft
  }

  /// A point on the street near the middle of its box.
  private static func middle(
    _ lines: [[FixedPosition]], _ houses: [HouseDraft]
  ) -> FixedPosition? {
    let points = lines.isEmpty ? houses.map(\.position) : lines.flatMap { $0 }
    guard let box = FixedRectangle(around: points) else { return nil }
    let plane = PlaneDistance(box.middle)
    var best: (metres: Double, position: FixedPosition)?
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let near = plane.metres(toLine: a, b)
        if near.metres < best?.metres ?? .infinity {
          best = (near.metres, PlaneDistance.point(a, b, near.at))
        }
      }
    }
    return best?.position
      ?? points.min { plane.metres(to: $0) < plane.metres(to: $1) }
  }

  /// One house for each number and postcode; what was seen stands before what was counted.
  private static func unique(_ houses: [HouseDraft]) -> [HouseDraft] {
    var seen: Set<[String]> = []
    let sorted = houses.sorted { a, b in
      if a.isInterpolated != b.isInterpolated { return !a.isInterpolated }
      if a.postcode.isEmpty != b.postcode.isEmpty { return !a.postcode.isEmpty }
      // Ways are houses themselves, nodes often only doors.
      return a.source & 3 > b.source & 3
    }
    var kept: [HouseDraft] = []
    for house in sorted {
      let number = String(decoding: HouseNumbers.folded(house.number), as: UTF8.self)
      // A house that tells no postcode is the one that does.
      if house.postcode.isEmpty, seen.contains([number, "*"]) { continue }
      if house.isInterpolated, seen.contains([number, "*"]) { continue }
      guard seen.insert([number, house.postcode]).inserted else { continue }
      seen.insert([number, "*"])
      kept.append(house)
    }
    return kept
  }

  private static func mostCommon(_ texts: [String]) -> String {
    var counts: [String: Int] = [:]
    for text in texts where !text.isEmpty { counts[text, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }
}
