import Base
import Geodesy
import SpatialIndex

/// The packed R-tree by itself: building it, and the queries of the serving path.
enum IndexCases {
  static var all: [Benchmark] {
    [10_000, 100_000, 1_000_000].flatMap { count in
      [build(count)] + queries(count)
    }
  }

  private static func size(_ count: Int) -> String {
    "1e\(String(count).count - 1)"
  }

  private static func entries(_ count: Int) -> [PackedPoints.Entry] {
    SampleWorld.points(count).enumerated().map { index, point in
      PackedPoints.Entry(position: FixedPosition(point), item: UInt32(index))
    }
  }

  private static func build(_ count: Int) -> Benchmark {
    Benchmark(name: "PackedPoints.build/\(size(count))", unit: "ms") {
      let entries = entries(count)
      return { seconds { consume(PackedPoints(entries).count) } * 1000 }
    }
  }

  private static func queries(_ count: Int) -> [Benchmark] {
    let cases: [(String, (PointSnapshot, LonLat, inout SpatialHits) -> Void)] = [
      ("radius-100m", { $0.find(withinMetres: 100, of: $1, into: &$2) }),
      ("nearest-200-in-1km", { $0.find(withinMetres: 1000, of: $1, limit: 200, into: &$2) }),
      ("nearest-20", { $0.findNearest(20, to: $1, into: &$2) }),
    ]
    return cases.map { name, query in
      Benchmark(name: "PackedPoints.\(name)/\(size(count))", unit: "us") {
        let snapshot = PointSnapshot(PackedPoints(entries(count)))
        let places = SampleWorld.queries(SampleWorld.points(count), count: 20_000)
        return {
          var hits = SpatialHits()
          var sum = 0
          let taken = seconds {
            for place in places {
              query(snapshot, place, &hits)
              sum += hits.count
            }
          }
          consume(sum)
          return taken / Double(places.count) * 1e6
        }
      }
    }
  }
}
