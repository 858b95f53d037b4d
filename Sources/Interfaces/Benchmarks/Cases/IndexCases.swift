import Base
import Geodesy
import SpatialIndex

/// The packed R-tree by itself: building it, and the queries of the serving path.
enum IndexCases {
  static var all: [Benchmark] {
    [10_000, 100_000, 1_000_000].flatMap { count in
      [build(count)] + queries(count)
    } + [additions(1_000_000)]
  }

  /// What each of 100,000 later entries costs in batches of 40, as the catalog gathers them.
  private static func additions(_ count: Int) -> Benchmark {
    Benchmark(name: "SpatialLayer.apply/\(sizeName(count))", unit: "us", samples: 3) {
      let base = PackedPoints(entries(count))
      let later = SampleWorld.points(100_000).enumerated().map { index, point in
        PackedPoints.Entry(position: FixedPosition(point), item: UInt32(count + index))
      }
      let batches = stride(from: 0, to: later.count, by: 40).map { start in
        Array(later[start..<min(start + 40, later.count)])
      }
      return {
        let layer = PointLayer(base)
        let taken = seconds { for batch in batches { layer.apply(put: batch) } }
        let runs = layer.snapshot.runs.count
        return Sample(taken * 1e6 / Double(later.count), [("runs", Double(runs))])
      }
    }
  }

  private static func entries(_ count: Int) -> [PackedPoints.Entry] {
    SampleWorld.points(count).enumerated().map { index, point in
      PackedPoints.Entry(position: FixedPosition(point), item: UInt32(index))
    }
  }

  private static func build(_ count: Int) -> Benchmark {
    Benchmark(name: "PackedPoints.build/\(sizeName(count))", unit: "ms") {
      let entries = entries(count)
      return {
        var bytes = 0
        let taken = seconds {
          let tree = PackedPoints(entries)
          bytes = tree.byteCount
        }
        return Sample(taken * 1000, [("bytesPerPoint", Double(bytes) / Double(count))])
      }
    }
  }

  private static func queries(_ count: Int) -> [Benchmark] {
    let cases: [(String, (PointSnapshot, LonLat, inout SpatialHits) -> Void)] = [
      ("a100", { $0.find(withinMetres: 100, of: $1, into: &$2) }),
      ("b1k", { $0.find(withinMetres: 1000, of: $1, limit: 200, into: &$2) }),
      ("knn20", { $0.findNearest(20, to: $1, into: &$2) }),
    ]
    return cases.map { name, query in
      Benchmark(name: "PackedPoints.\(name)/\(sizeName(count))", unit: "us") {
        let snapshot = PointSnapshot(PackedPoints(entries(count)))
        let places = SampleWorld.queries(SampleWorld.points(count), count: 20_000)
        return {
          var hits = SpatialHits()
          return eachTimed(places) { place in
            query(snapshot, place, &hits)
            return hits.count
          }
        }
      }
    }
  }
}
