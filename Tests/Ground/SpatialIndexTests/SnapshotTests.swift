import Base
import Geodesy
import SpatialIndex
import Testing

@Suite("Index snapshots")
struct SnapshotTests {
  @Test("A tree opened from bytes or in place answers like the one written")
  func roundTrip() throws {
    var world = SampleWorld(seed: 11)
    for count in [0, 1, 16, 17, 256, 257, 5000] {
      let entries = world.entries(count)
      let tree = PackedPoints(entries)
      #expect(tree.checkInvariants().isEmpty)
      let memory = Memory(tree.snapshotBytes())
      let trees = [
        try PackedPoints(snapshot: tree.snapshotBytes()),
        try PackedPoints(lying: memory.bytes, in: memory),
      ]
      var (expected, actual) = (SpatialHits(), SpatialHits())
      for other in trees {
        #expect(other.count == count)
        #expect(other.checkInvariants().isEmpty)
        PointSnapshot(tree).findNearest(30, to: LonLat(lon: 8.7, lat: 49.4), into: &expected)
        PointSnapshot(other).findNearest(30, to: LonLat(lon: 8.7, lat: 49.4), into: &actual)
        #expect(Array(expected) == Array(actual))
      }
    }
  }

  @Test("Boxes survive, and items with several boxes are still found once")
  func boxes() throws {
    let bounds = Bounds(west: 179, south: -17, east: -179, north: -16)
    let tree = PackedBoxes(PackedBoxes.entries(covering: bounds, item: 9))
    #expect(tree.count == 2)
    let copy = try PackedBoxes(snapshot: tree.snapshotBytes())
    #expect(copy.checkInvariants().isEmpty)
    var items: [UInt32] = []
    BoxSnapshot(copy).find(touching: .world, into: &items)
    #expect(items == [9])
  }

  @Test("Every cut and every changed byte is refused")
  func damage() throws {
    var world = SampleWorld(seed: 3)
    let bytes = PackedPoints(world.entries(40)).snapshotBytes()
    for length in 0..<bytes.count {
      #expect(throws: SnapshotError.self) {
        _ = try PackedPoints(snapshot: Array(bytes[..<length]))
      }
    }
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= UInt8(1 << (place % 8))
      #expect(throws: SnapshotError.self, "byte \(place)") {
        _ = try PackedPoints(snapshot: damaged)
      }
    }
    #expect(throws: SnapshotError.self) { _ = try PackedPoints(snapshot: bytes + [0]) }
    #expect(throws: SnapshotError.otherKind) { _ = try PackedBoxes(snapshot: bytes) }
  }

  @Test("Errors say what to do")
  func errors() {
    #expect(SnapshotError.otherVersion(9).description.contains("Remove it"))
    #expect(
      SnapshotError.wrongLength(expected: 10, actual: 4).description
        == "The snapshot is cut: it should have 10 bytes and has 4.")
  }

  @Test("Memory per position is at most 14 bytes in large trees")
  func memory() {
    var world = SampleWorld(seed: 1)
    let tree = PackedPoints(world.entries(20_000))
    #expect(Double(tree.byteCount) / 20_000 < 14)
  }
}

/// Bytes that belong to nobody else.
// Invariant: written by `init` alone.
private final class Memory: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  init(_ content: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 64)
    memory.copyBytes(from: content)
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { UnsafeMutableRawBufferPointer(mutating: bytes).deallocate() }
}
