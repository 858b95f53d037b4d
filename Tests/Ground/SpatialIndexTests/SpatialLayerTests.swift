import Base
import Foundation
import Geodesy
import Synchronization
import Testing

@testable import SpatialIndex

@Suite("Live layers")
struct SpatialLayerTests {
  @Test(
    "After any edits and merges a layer of positions answers like a scan",
    arguments: 1...16 as ClosedRange<UInt64>)
  func positions(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    var truth: [UInt32: PackedPoints.Entry] = [:]
    let first = world.entries(world.below(400))
    for entry in first { truth[entry.item] = entry }
    let layer = PointLayer(
      PackedPoints(first), tailLimit: [1, 8, 40][world.below(3)],
      deltaLimit: [4, 60, 300][world.below(3)])
    var hits = SpatialHits()
    for round in 0..<30 {
      let removed = (0..<world.below(12)).map { _ in UInt32(world.below(600)) }
      var put: [PackedPoints.Entry] = []
      for _ in 0..<world.below(20) {
        let item = UInt32(world.below(600))
        if put.contains(where: { $0.item == item }) { continue }
        put.append(.init(position: FixedPosition(world.position()), item: item))
      }
      layer.apply(put: put, remove: removed)
      for item in removed { truth[item] = nil }
      for entry in put { truth[entry.item] = entry }
      if world.below(9) == 0 { layer.merge() }
      #expect(layer.checkInvariants().isEmpty, "seed \(seed), round \(round)")
      #expect(layer.count == truth.count)
      let scan = BruteForce(entries: Array(truth.values))
      let snapshot = layer.snapshot
      let centre = world.position()
      let metres = world.radius()
      let comment: Comment = "seed \(seed), round \(round), \(metres) m of \(centre)"
      snapshot.find(withinMetres: metres, of: centre, into: &hits)
      #expect(hits.map(\.item) == scan.within(metres, of: centre).map(\.item), comment)
      snapshot.findNearest(7, to: centre, into: &hits)
      #expect(hits.map(\.item) == scan.distances(from: centre).prefix(7).map(\.item), comment)
      let other = world.position()
      let bounds = Bounds(
        west: centre.lon, south: min(centre.lat, other.lat), east: other.lon,
        north: max(centre.lat, other.lat))
      snapshot.find(in: bounds, into: &hits)
      #expect(hits.map(\.item).sorted() == scan.items(in: bounds), comment)
    }
    layer.reset(to: PackedPoints(first))
    #expect(layer.count == first.count)
  }

  @Test("What comes one by one is packed anew a few times in all, not with every tail")
  func amortized() {
    var world = SampleWorld(seed: 5)
    let layer = PointLayer(tailLimit: 4, deltaLimit: 100_000)
    let entries = world.entries(1000)
    var large: [ObjectIdentifier: PackedPoints] = [:]
    for entry in entries {
      layer.apply(put: [entry])
      for run in layer.snapshot.runs where run.tree.count > 64 {
        large[ObjectIdentifier(run.tree)] = run.tree
      }
      #expect(layer.snapshot.runs.count <= 4)
    }
    // A tree of more than 64 comes of 64 that overflow.
    #expect(large.count <= 1000 / 64)
    #expect(layer.count == entries.count)
    #expect(layer.checkInvariants().isEmpty)
  }

  @Test(
    "After any edits and merges a layer of boxes answers like a scan",
    arguments: 1...12 as ClosedRange<UInt64>)
  func boxes(seed: UInt64) {
    var world = SampleWorld(seed: seed)
    var truth: [UInt32: Bounds] = [:]
    let layer = BoxLayer(tailLimit: 10, deltaLimit: [4, 60][world.below(2)])
    var items: [UInt32] = []
    for round in 0..<40 {
      let removed = (0..<world.below(4)).map { _ in UInt32(world.below(200)) }
      var changed: [UInt32: Bounds] = [:]
      for _ in 0..<world.below(20) {
        let a = world.position()
        let b = world.below(5) == 0 ? world.position() : world.near(a, degrees: 0.02)
        changed[UInt32(world.below(200))] = Bounds(
          west: a.lon, south: min(a.lat, b.lat), east: b.lon, north: max(a.lat, b.lat))
      }
      layer.apply(
        put: changed.flatMap { PackedBoxes.entries(covering: $0.value, item: $0.key) },
        remove: removed)
      for item in removed { truth[item] = nil }
      truth.merge(changed) { $1 }
      #expect(layer.checkInvariants().isEmpty, "seed \(seed), round \(round)")
      let snapshot = layer.snapshot
      func scan(_ boxes: [FixedBox]) -> [UInt32] {
        truth.filter { _, bounds in
          FixedBox.boxes(bounds).contains { box in boxes.contains { $0.intersects(box) } }
        }.keys.sorted()
      }
      let (a, b) = (world.position(), world.position())
      let query = Bounds(
        west: a.lon, south: min(a.lat, b.lat), east: b.lon, north: max(a.lat, b.lat))
      snapshot.find(touching: query, into: &items)
      #expect(items.sorted() == scan(FixedBox.boxes(query)), "seed \(seed), round \(round)")
      snapshot.find(around: a, into: &items)
      #expect(
        items.sorted() == scan([FixedBox(FixedPosition(a))]), "seed \(seed), round \(round)")
    }
  }

  @Test("Changes made during a merge are neither lost nor undone")
  func changesDuringMerge() {
    let pending = Guarded<[@Sendable () -> Void]>([])
    var world = SampleWorld(seed: 5)
    let layer = PointLayer(
      PackedPoints(world.entries(100)), tailLimit: 4, deltaLimit: 20,
      scheduler: { work in pending.withLock { $0.append(work) } })
    layer.apply(put: world.entries(50, firstItem: 100))
    #expect(pending.current.count == 1, "a merge is due once")
    // The merge runs on another thread while batches go on here.
    let done = Atomic(false)
    let thread = Thread {
      for work in pending.current { work() }
      done.store(true, ordering: .releasing)
    }
    thread.start()
    var round: UInt32 = 0
    while !done.load(ordering: .acquiring) || round < 50 {
      let item = 50 + round % 100
      layer.apply(
        put: [.init(position: FixedPosition(LonLat(lon: 1, lat: 1)), item: item)],
        remove: [round % 50])
      round += 1
    }
    #expect(layer.checkInvariants().isEmpty)
    #expect(layer.count == 100)
    var hits = SpatialHits()
    layer.snapshot.find(withinMetres: 1, of: LonLat(lon: 1, lat: 1), into: &hits)
    #expect(hits.allSatisfy { (50..<150).contains($0.item) })
    #expect(hits.count == min(100, Int(round)))
  }

  @Test("A reset during a merge wins, and only one merge runs at a time")
  func resetDuringMerge() throws {
    func entry(_ item: UInt32) -> PackedPoints.Entry {
      .init(position: FixedPosition(LonLat(lon: 0, lat: 0)), item: item)
    }
    var writer = LayerWriter<PackedPoints>(
      base: PackedPoints([entry(1)]), tailLimit: 4, deltaLimit: 4)
    let begun = writer.beginMerge()
    let merge = try #require(begun)
    let another = writer.beginMerge()
    #expect(another.map { _ in 1 } == nil)
    writer.reset(to: PackedPoints([entry(7), entry(8)]))
    let late = writer.finishMerge(merge, with: merge.run())
    #expect(!late)
    #expect(writer.count == 2)
    let again = writer.beginMerge()
    let second = try #require(again)
    _ = writer.apply(put: [entry(9)], remove: [7])
    let isFinished = writer.finishMerge(second, with: second.run())
    #expect(isFinished)
    #expect(writer.count == 2)
    #expect(writer.checkInvariants().isEmpty)
  }
}
