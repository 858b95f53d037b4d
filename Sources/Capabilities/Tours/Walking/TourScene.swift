import Base
import Geodesy
import Models
import Objects
import Storage

/// What shows during a tour: the AR objects at its stops, and nothing else (UC4.8).
///
/// - Thread: immutable, shared.
public struct TourScene: Sendable {
  /// An AR object at a stop.
  public struct Item: Sendable {
    /// Derived from the stop and the object's place in it; the same in every answer.
    public var id: EntityID
    public var object: EntityID
    public var stop: EntityID
    public var position: LonLat
    /// Metres above the WGS 84 ellipsoid; nil if the stop does not say, for on the ground.
    public var height: Double?
    /// Metres, in the object's own frame.
    public var boundingBox: Box3
    /// The members of a nearby item that do not depend on from where one asks, without braces.
    public var body: [UInt8]
  }

  public let items: [Item]

  init(_ items: [Item]) { self.items = items }

  /// The items within a distance, nearest first; equally near ones in the order of identifiers.
  ///
  /// - Complexity: O(n log n); a tour has at most 4,000.
  public func nearby(
    _ position: LonLat, metres: Double, limit: Int
  ) -> [(item: Item, distance: Double)] {
    let near = items.lazy
      .map { (item: $0, distance: Geodesic.distance(from: position, to: $0.position)) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.item.id) < ($1.distance, $1.item.id) }
    return Array(near.prefix(limit))
  }
}

extension TourScene {
  /// Reads what stands at the stops of a revision; withdrawn objects are left out, but those that
  /// their buyers keep.
  static func read(_ revision: EntityID, in session: StoreSession) throws -> TourScene {
    guard let content = try TourRevisionStore.walked(revision, in: session)?.content else {
      return TourScene([])
    }
    var objects: [EntityID: ARObject] = [:]
    for id in Set(content.stops.flatMap(\.objects)) {
      objects[id] = try ObjectStore.find(id, in: session)
    }
    return TourScene(
      content.stops.flatMap { stop in
        stop.objects.enumerated().compactMap { place, id in
          objects[id].flatMap { Item($0, at: stop, place: place) }
        }
      })
  }
}

extension TourScene.Item {
  fileprivate init?(_ object: ARObject, at stop: TourStop, place: Int) {
    guard let stopID = stop.id else { return nil }
    // The first object has the stop's own identifier: no instance can have it.
    id = EntityID(high: stopID.high, low: stopID.low ^ UInt64(place) << 20)
    self.object = object.id
    self.stop = stopID
    position = stop.position
    height = stop.height
    boundingBox = object.boundingBox
    var json = JSONWriter(capacity: 400)
    json.beginObject()
    json.member("id", id)
    json.member("object", object.id)
    json.member("stop", stopID)
    json.key("pose")
    GeoPose.write(standingAt: stop.position, height: stop.height, to: &json)
    json.member("scale", 1)
    json.member("priority", Placement.usualPriority)
    json.key("boundingBox")
    object.boundingBox.write(to: &json)
    json.endObject()
    body = Array(json.bytes.dropFirst().dropLast())
  }
}

extension GeoPose {
  /// Writes an unturned pose; without `h` if the height is not known.
  fileprivate static func write(
    standingAt position: LonLat, height: Double?, to json: inout JSONWriter
  ) {
    json.object { json in
      json.object("position") { json in
        json.member("lat", position.lat)
        json.member("lon", position.lon)
        json.member("h", height)
      }
      json.object("quaternion") { json in
        for (name, value) in [("x", 0), ("y", 0), ("z", 0), ("w", 1)] {
          json.key(name)
          json.integer(value)
        }
      }
    }
  }
}
