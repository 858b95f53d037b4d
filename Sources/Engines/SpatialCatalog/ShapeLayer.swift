import Base
import Geodesy
import SpatialIndex

/// Entries with shapes (areas, routes, stops), indexed by their boxes, in memory.
///
/// Made for thousands of entries that change seldom, where ``CatalogLayer`` is made for millions
/// of positions: one index over all sub-realms, and a change copies the list of shapes.
///
/// - Thread: shared. Writers are serial: they come from the change log.
public final class ShapeLayer: Sendable {
  /// One shape found.
  public struct Hit: Hashable, Sendable {
    public var entry: EntityID
    public var part: ShapeEntry.Part
    /// Geodesic metres from the query's position; 0 inside, and for queries without one.
    public var distance: Double
  }

  /// Everything that the layer holds at one moment.
  public struct Version: Sendable {
    var shapes: [UInt32: PreparedShape] = [:]
    var boxes = BoxSnapshot(PackedBoxes([]))
  }

  private struct Workshop: Sendable {
    var slots: [EntityID: [UInt32]] = [:]
    var next: UInt32 = 0
  }

  public let name: String
  private let boxes = BoxLayer()
  private let version = Guarded(Version())
  private let workshop = Guarded(Workshop())
  let freshness = Freshness()

  public init(name: String) { self.name = name }

  /// The present version, with all that was acknowledged; hold it for one request.
  public var current: Version {
    freshness.wait()
    return version.current
  }

  /// How many entries there are.
  public var count: Int {
    freshness.wait()
    return workshop.withLock { $0.slots.count }
  }

  /// Brings entries up to date: present ones are put, the other ids are removed.
  func apply(_ ids: [EntityID], present: [ShapeEntry]) {
    workshop.withLock { shop in
      var next = version.current
      var put: [PackedBoxes.Entry] = []
      var removed: [UInt32] = []
      for id in Set(ids).union(present.map(\.id)) {
        for slot in shop.slots[id] ?? [] {
          removed.append(slot)
          next.shapes[slot] = nil
        }
        shop.slots[id] = nil
      }
      for entry in present {
        var slots: [UInt32] = []
        for part in entry.parts {
          guard let bounds = part.geometry.bounds else { continue }
          let slot = shop.next
          shop.next &+= 1
          slots.append(slot)
          next.shapes[slot] = PreparedShape(part, of: entry)
          put += PackedBoxes.entries(covering: bounds, item: slot)
        }
        shop.slots[entry.id] = slots
      }
      boxes.apply(put: put, remove: removed)
      next.boxes = boxes.snapshot
      version.swap(next)
    }
  }
}

extension ShapeLayer.Version {
  /// The shapes whose boxes meet a box, in no particular order.
  public func touching(_ bounds: Bounds, realms: [EntityID]) -> [ShapeLayer.Hit] {
    var items: [UInt32] = []
    boxes.find(touching: bounds, into: &items)
    return visible(items, realms).map {
      ShapeLayer.Hit(entry: $0.entry, part: $0.part, distance: 0)
    }
  }

  /// The shapes within a distance, nearest first; shapes equally far in the order of their keys.
  public func nearby(
    _ position: LonLat, metres: Double, realms: [EntityID]
  ) -> [ShapeLayer.Hit] {
    var items: [UInt32] = []
    boxes.find(nearby: position, metres: metres, into: &items)
    return visible(items, realms)
      .map { ShapeLayer.Hit(entry: $0.entry, part: $0.part, distance: $0.distance(to: position)) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.part.key) < ($1.distance, $1.part.key) }
  }

  private func visible(_ items: [UInt32], _ realms: [EntityID]) -> [PreparedShape] {
    let wanted = Set(realms)
    return Set(items).compactMap { shapes[$0] }
      .filter { shape in shape.realms.contains { wanted.contains($0) } }
  }
}
