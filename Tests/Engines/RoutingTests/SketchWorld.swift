import Base
import Geodesy
import OSMFiles

@testable import Routing

/// A tiny world drawn with letters: junctions are letters, places to ask for are digits.
///
/// One column is 10 m wide, one row 10 m high at the equator.
struct SketchWorld {
  private var places: [Character: LonLat] = [:]
  private var letters: [FixedPosition: Character] = [:]
  private var collector = StreetCollector()
  private var nodeTags: [Character: [OSMKey: String]] = [:]
  private var wayIDs: [String: Int64] = [:]
  private var map = MapCollector()

  /// - Parameter map: lines of letters and digits; other characters only make the drawing clear.
  init(_ map: String) {
    for (row, line) in map.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (column, letter) in line.enumerated() where letter.isLetter || letter.isNumber {
        let position = LonLat(lon: 10 + Double(column) * 9e-5, lat: 1 - Double(row) * 9e-5)
        places[letter] = FixedPosition(position).lonLat
        if letter.isLetter { letters[FixedPosition(position)] = letter }
      }
    }
  }

  private static func id(_ letter: Character) -> Int64 {
    Int64(letter.unicodeScalars.first?.value ?? 0)
  }

  /// Adds a way through the letters of `path`.
  mutating func way(_ path: String, _ tags: [OSMKey: String] = [.highway: "residential"]) {
    let id = Int64(wayIDs.count + 1)
    wayIDs[path] = id
    collector.addWay(id: id, refs: path.map(SketchWorld.id), tags: OSMTags(tags))
  }

  /// Adds an area with holes as a multipolygon; each ring is a way without tags of its own.
  mutating func area(_ outer: String, holes: [String] = [], _ tags: [OSMKey: String]) {
    var members: [OSMMember] = []
    var rings: [(id: Int64, path: String)] = []
    for (role, path) in [("outer", outer)] + holes.map({ ("inner", $0) }) {
      let id = Int64(1000 + wayIDs.count)
      wayIDs[path] = id
      rings.append((id, path))
      members.append(OSMMember(kind: .way, ref: id, role: role))
    }
    collector.addRelation(
      id: 2, members: members, tags: OSMTags(tags.merging([.type: "multipolygon"]) { $1 }))
    for ring in rings { collector.addMember(id: ring.id, refs: ring.path.map(SketchWorld.id)) }
  }

  /// Draws an area or a line of the map.
  mutating func shape(_ path: String, _ tags: [OSMKey: String]) {
    map.addWay(
      id: Int64(5000 + path.count), refs: path.map(SketchWorld.id), tags: OSMTags(tags))
  }

  mutating func node(_ letter: Character, _ tags: [OSMKey: String]) { nodeTags[letter] = tags }

  /// Adds a turn restriction; ways are named by their path, a via node by its letter.
  mutating func restriction(
    _ kind: String, from: String, via: String, to: String, _ more: [OSMKey: String] = [:]
  ) {
    var members = [OSMMember(kind: .way, ref: wayIDs[from] ?? 0, role: "from")]
    for part in via.split(separator: ",").map(String.init) {
      if part.count == 1, let letter = part.first {
        members.append(OSMMember(kind: .node, ref: SketchWorld.id(letter), role: "via"))
      } else {
        members.append(OSMMember(kind: .way, ref: wayIDs[part] ?? 0, role: "via"))
      }
    }
    members.append(OSMMember(kind: .way, ref: wayIDs[to] ?? 0, role: "to"))
    var tags: [OSMKey: String] = [.type: "restriction", .restriction: kind]
    tags.merge(more) { $1 }
    collector.addRelation(id: 1, members: members, tags: OSMTags(tags))
  }

  func network(heights: (any HeightSource)? = nil) throws -> StreetNetwork {
    try Extract(content: content(heights: heights)).streets
  }

  func content(heights: (any HeightSource)? = nil) throws -> [UInt8] {
    var collector = collector
    collector.prepareNodes()
    for (letter, position) in places where letter.isLetter {
      guard let index = collector.needed(SketchWorld.id(letter)) else { continue }
      let flags = nodeTags[letter].map { BarrierRules.flags(OSMTags($0)) } ?? []
      collector.setNode(index, position: FixedPosition(position), flags: flags)
    }
    var map = map
    map.prepareNodes()
    for (letter, position) in places where letter.isLetter {
      map.setNode(SketchWorld.id(letter), FixedPosition(position))
    }
    return TestExtract.content(collector, heights, map: map)
  }

  func place(_ name: Character) -> LonLat { places[name] ?? LonLat(lon: 0, lat: 0) }

  /// The letters that a route passes; nil if there is none.
  func route(
    _ from: Character, _ to: Character, _ profile: StreetProfile
  ) throws -> String? {
    let router = StreetRouter([try network()])
    do {
      let route = try router.route(from: place(from), to: place(to), profile)
      return String(route.geometry.compactMap { letters[FixedPosition($0)] })
    } catch {
      return nil
    }
  }

  func route(_ from: Character, _ to: Character, _ mode: StreetMode) throws -> String? {
    try route(from, to, StreetProfile(mode))
  }

  func duration(_ from: Character, _ to: Character, _ profile: StreetProfile) throws -> Double {
    try StreetRouter([try network()]).summary(from: place(from), to: place(to), profile).duration
  }
}
