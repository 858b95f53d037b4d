import Base
import Foundation
import Geodesy
import SpatialIndex
import Testing

@Suite("Entries of a circle that reach into a sector")
struct SectorTests {
  /// Two sides that part by so many degrees, in a plane that is right at `place` only.
  private static func sector(
    _ place: LonLat, facing degrees: Double, width: Double, slack: Double
  ) -> Sector {
    let perLat = 111_200 * 1e-7
    let perLon = perLat * cos(place.lat * .pi / 180)
    func side(_ degrees: Double, _ sign: Double) -> Sector.Side {
      let angle = degrees * .pi / 180
      return (sign * -sin(angle) * perLon, sign * cos(angle) * perLat)
    }
    return Sector(
      at: place, right: side(degrees - width / 2, 1), left: side(degrees + width / 2, -1),
      slack: slack)
  }

  @Test(
    "are those that a scan finds, and the others are counted",
    arguments: 1...12 as ClosedRange<UInt64>)
  func equalsScan(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    let count = [1, 15, 16, 17, 300, 1200][world.below(6)]
    let layer = PointLayer(PackedPoints(world.entries(count)))
    // Some are removed, some put anew.
    layer.apply(
      put: world.entries(count / 10, firstItem: count),
      remove: (0..<count / 4).map { _ in UInt32(world.below(count)) })
    let snapshot = layer.snapshot
    var entries: [PackedPoints.Entry] = []
    snapshot.forEach(in: .world) { entries.append(.init(position: $1, item: $0)) }
    let scan = BruteForce(entries: entries)
    var hits = SpatialHits()
    for round in 0..<20 {
      let centre =
        round % 3 == 0 && !entries.isEmpty
        ? entries[world.below(entries.count)].position.lonLat : world.position()
      let metres = world.radius()
      let sector = SectorTests.sector(
        centre, facing: world.random.unit() * 360, width: 10 + 160 * world.random.unit(),
        slack: world.random.unit() * 10)
      var reaches = Reaches()
      for place in 0...(count + count / 10) / Reaches.neighbourhood {
        let reach = [0, 3, Float(metres / 20), .infinity][world.below(round % 2 == 0 ? 4 : 3)]
        reaches.set(reach, neighbourhood: place)
      }
      let filter: ((UInt32) -> Bool)? = round % 4 == 1 ? { $0 % 3 != 0 } : nil
      let inside = scan.within(metres, of: centre).filter { filter?($0.item) ?? true }
      // Beyond the ruler there is no plane, and all are results.
      let isPlane = metres < Ruler.reach && abs(centre.lat) <= Ruler.maximumLatitude
      let expected = inside.filter {
        !isPlane
          || sector.depth($0.position) >= sector.leastDepth(reach: reaches[around: $0.item])
      }
      let comment: Comment = "seed \(seed), round \(round), \(metres) m of \(centre)"
      let found = snapshot.findAll(
        withinMetres: metres, of: centre, reachingInto: sector, reaches: reaches,
        most: entries.count, into: &hits, where: filter)
      #expect(hits.map(\.item).sorted() == expected.map(\.item).sorted(), comment)
      #expect(found.others == inside.count - expected.count, comment)
      #expect(found.isComplete, comment)
      let most = world.below(40)
      let some = snapshot.findAll(
        withinMetres: metres, of: centre, reachingInto: sector, reaches: reaches, most: most,
        into: &hits, where: filter)
      #expect(some.isComplete == (inside.count <= most), comment)
    }
  }

  @Test("The greatest reach follows the table")
  func maximumReach() {
    var random = SeededRandom(seed: 3)
    var reaches = Reaches()
    var values: [Int: Float] = [:]
    for _ in 0..<200 {
      let place = Int(random.next() % 20)
      let value = random.next() % 9 == 0 ? Float.infinity : Float(random.next() % 50)
      reaches.set(value, neighbourhood: place)
      values[place] = value
      #expect(reaches.greatest == Double(values.values.max() ?? 0))
      #expect(reaches[around: UInt32(place * Reaches.neighbourhood + 17)] == Double(value))
    }
    #expect(reaches[around: .max] == 0)
  }
}
