import Base
import Geodesy
import Routing
import Transit

/// Timetables that are searched as one, as their stops lie within a walk of each other; often only
/// one.
public struct JoinedTimetables: Sendable {
  /// The timetables' names.
  public let names: [String]
  public let engine: TransitEngine
  /// The same without delays; the same engine while only these change.
  public let asPlanned: TransitEngine
  /// The stops of ``engine``; the same while only delays change.
  public let stops: PlaceSet
  /// The engines it was made of.
  let parts: [TransitEngine]
  let walks: CrossWalks
}

/// The walks between stops of different timetables.
///
/// - Thread: immutable, shared.
final class CrossWalks: Sendable {
  /// The files they were made of: timetables, then maps.
  let versions: [GeodataFolder.Version]
  /// Stops are numbered through all timetables in order.
  let walks: [Footpath]

  init(versions: [GeodataFolder.Version], walks: [Footpath]) {
    (self.versions, self.walks) = (versions, walks)
  }
}

extension GeodataSnapshot {
  /// Joins the timetables that are within a walk of each other; what has not changed since `old` is
  /// kept.
  ///
  /// - Complexity: O(stops) where timetables or maps have changed, and tens of microseconds per stop
  ///   with another timetable's beside it.
  mutating func join(_ streets: StreetRouter, old: GeodataSnapshot) {
    let versions = timetables.map(\.version) + maps.map(\.version)
    let known = old.joined.first?.walks
    let walks = known?.versions == versions ? known : nil
    let cross = walks ?? CrossWalks(versions: versions, walks: crossWalks(streets))
    for group in groups(cross.walks) {
      let members = group.map { timetables[$0] }
      let parts = members.map(\.engine)
      let before = old.joined.first { $0.walks === cross && $0.names == members.map(\.name) }
      if let before, zip(before.parts, parts).allSatisfy({ $0 === $1 }) {
        joined.append(before)
        continue
      }
      guard members.count > 1 else {
        joined.append(
          JoinedTimetables(
            names: [members[0].name], engine: parts[0],
            asPlanned: before?.asPlanned ?? parts[0].asPlanned, stops: members[0].stops,
            parts: parts, walks: cross))
        continue
      }
      guard let engine = TransitEngine(joining: parts, walks: within(group, cross.walks)) else {
        continue
      }
      joined.append(
        JoinedTimetables(
          names: members.map(\.name), engine: engine,
          asPlanned: before?.asPlanned ?? engine.asPlanned,
          stops: before?.stops ?? PlaceSet(engine.platformPositions), parts: parts, walks: cross))
    }
  }

  /// The number of each timetable's first stop, and that of all.
  private var firstStops: [Int] {
    timetables.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.engine.stops.count) }
  }

  /// Which timetable each stop belongs to.
  private var owners: [Int] {
    timetables.enumerated().flatMap { Array(repeating: $0, count: $1.engine.stops.count) }
  }

  private func crossWalks(_ streets: StreetRouter) -> [Footpath] {
    guard timetables.count > 1 else { return [] }
    var footpaths = StreetFootpaths(streets)
    return footpaths.walks(between: timetables.flatMap(\.engine.stops), ofDifferent: owners)
  }

  /// The timetables that walks connect, directly or by way of others; each in the order of names.
  private func groups(_ walks: [Footpath]) -> [[Int]] {
    let owners = self.owners
    var group = Array(timetables.indices)
    for walk in walks where group[owners[walk.from]] != group[owners[walk.to]] {
      let (a, b) = (group[owners[walk.from]], group[owners[walk.to]])
      group = group.map { $0 == max(a, b) ? min(a, b) : $0 }
    }
    return Set(group).sorted().map { number in group.indices.filter { group[$0] == number } }
  }

  /// The walks among a group, by the numbers of its own stops.
  private func within(_ group: [Int], _ walks: [Footpath]) -> [Footpath] {
    let (owners, firsts) = (self.owners, firstStops)
    var shifts: [Int: Int] = [:]
    var next = 0
    for member in group {
      shifts[member] = next - firsts[member]
      next += timetables[member].engine.stops.count
    }
    return walks.compactMap { walk in
      guard let from = shifts[owners[walk.from]], let to = shifts[owners[walk.to]] else {
        return nil
      }
      return Footpath(
        from: walk.from + from, to: walk.to + to, seconds: walk.seconds, metres: walk.metres)
    }
  }
}
