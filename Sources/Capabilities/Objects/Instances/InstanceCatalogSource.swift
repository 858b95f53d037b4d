import Base
import Geodesy
import Models
import SpatialCatalog
import Storage

/// Hands live instances to the in-memory spatial catalog.
///
/// The catalog follows changes of kind `instance`: it asks for the identifiers that changed, and
/// forgets those that do not come back.
public enum InstanceCatalogSource {
  /// Hands over the live instances of a part, in order of placing.
  ///
  /// - Complexity: O(n), reading each table once from front to back.
  public static func allInstances(
    in part: CatalogPart = CatalogPart(), session: StoreSession,
    _ emit: (InstanceRecord) throws -> Void
  ) throws {
    let boxes = try boundingBoxes(in: session)
    // Both answers come in order of the identifiers, so that they are merged in one pass.
    let shares = try Shares(in: part, session)
    var place = 0
    let range = range("i.id", part)
    try session.each(
      """
      SELECT \(InstanceStore.placementColumns) FROM instances i
      WHERE i.state = 'live' AND \(range.sql) ORDER BY i.id
      """, range.parameters
    ) { row in
      let (id, object) = (try row.id(0), try row.id(1))
      guard let box = boxes[object] else { return }
      var placement = try InstanceStore.placement(row)
      placement.realms = shares.realms(of: id, from: &place)
      try emit(record(id, object, author: try row.id(2), placement, box))
    }
  }

  /// Identifiers at which to cut all instances, by the order in which they were placed.
  ///
  /// - Parameter least: fewer are not cut.
  /// - Complexity: O(parts · log n).
  static func cuts(
    _ parts: Int, least: Int64 = leastToCut, in session: StoreSession
  ) throws -> [EntityID] {
    let ends = try session.first(
      """
      SELECT COALESCE((SELECT MIN(row_id) FROM instances), 0),
        COALESCE((SELECT MAX(row_id) FROM instances), 0)
      """
    ) { (first: try $0.integer(0), last: try $0.integer(1)) }
    guard let ends, ends.last - ends.first >= least else { return [] }
    var cuts: [EntityID] = []
    for number in 1..<max(parts, 1) {
      let place = ends.first + (ends.last - ends.first) / Int64(parts) * Int64(number)
      cuts += try session.all(
        "SELECT id FROM instances WHERE row_id >= ?1 ORDER BY row_id LIMIT 1", [.integer(place)]
      ) { try $0.id(0) }
    }
    // Rows that were brought from elsewhere may stand in another order than their identifiers.
    return Set(cuts).sorted()
  }

  /// Fewer are read as fast by one reader.
  private static let leastToCut: Int64 = 20_000

  private static func range(
    _ column: String, _ part: CatalogPart
  ) -> (sql: String, parameters: [SQLValue]) {
    switch (part.first, part.end) {
    case (nil, nil): ("1 = 1", [])
    case (let first?, nil): ("\(column) >= ?1", [.id(first)])
    case (nil, let end?): ("\(column) < ?1", [.id(end)])
    case (let first?, let end?): ("\(column) >= ?1 AND \(column) < ?2", [.id(first), .id(end)])
    }
  }

  /// In which sub-realms instances are shared; one list for all that are shared in the same ones.
  private struct Shares {
    /// Ascending.
    private var instances: [EntityID] = []
    /// The place of each one's list among the combinations.
    private var numbers: [UInt32] = []
    private var combinations: [[EntityID]] = []

    init(in part: CatalogPart, _ session: StoreSession) throws {
      var known: [[EntityID]: UInt32] = [:]
      var realms: [EntityID] = []
      let range = range("instance", part)
      func close() {
        if realms.isEmpty { return }
        if let number = known[realms] {
          numbers.append(number)
        } else {
          known[realms] = UInt32(clamping: combinations.count)
          numbers.append(UInt32(clamping: combinations.count))
          combinations.append(realms)
        }
      }
      try session.each(
        """
        SELECT instance, realm FROM instance_realms WHERE \(range.sql) ORDER BY instance, realm
        """, range.parameters
      ) { row in
        let instance = try row.id(0)
        if instances.last != instance {
          close()
          realms.removeAll(keepingCapacity: true)
          instances.append(instance)
        }
        realms.append(try row.id(1))
      }
      close()
    }

    /// - Parameter place: where the search goes on; identifiers are asked in ascending order.
    func realms(of instance: EntityID, from place: inout Int) -> [EntityID] {
      while place < instances.count, instances[place] < instance { place += 1 }
      guard place < instances.count, instances[place] == instance else { return [] }
      return combinations[Int(numbers[place])]
    }
  }

  /// Those of the instances that are live, in no particular order.
  public static func instances(
    _ ids: [EntityID], in session: StoreSession
  ) throws -> [InstanceRecord] {
    var records: [InstanceRecord] = []
    for start in stride(from: 0, to: ids.count, by: 512) {
      let part = Array(ids[start..<min(start + 512, ids.count)])
      let found = try InstanceStore.live(part, in: session)
      let boxes = try boundingBoxes(of: Array(Set(found.map(\.object))), in: session)
      for instance in found {
        if let box = boxes[instance.object] {
          records.append(
            record(
              instance.id, instance.object, author: instance.author, instance.placement, box))
        }
      }
    }
    return records
  }

  /// The encoded boxes of all live objects.
  private static func boundingBoxes(in session: StoreSession) throws -> [EntityID: EncodedBox] {
    var boxes: [EntityID: EncodedBox] = [:]
    try session.each("SELECT \(ObjectStore.columns) FROM objects o WHERE o.state = 'live'") {
      let object = try ObjectStore.read($0)
      boxes[object.id] = EncodedBox(object.boundingBox)
    }
    return boxes
  }

  private static func boundingBoxes(
    of objects: [EntityID], in session: StoreSession
  ) throws -> [EntityID: EncodedBox] {
    let list = SQLList(objects, from: 1)
    var boxes: [EntityID: EncodedBox] = [:]
    try session.each(
      "SELECT \(ObjectStore.columns) FROM objects o WHERE o.state = 'live' AND o.id IN (\(list.sql))",
      list.parameters
    ) {
      let object = try ObjectStore.read($0)
      boxes[object.id] = EncodedBox(object.boundingBox)
    }
    return boxes
  }

  /// A box as it stands in bodies.
  private struct EncodedBox {
    let json: [UInt8]
    /// Metres from the origin to the farthest point of the ball around the box.
    let reach: Double

    init(_ box: Box3) {
      var json = JSONWriter(capacity: 160)
      box.write(to: &json)
      self.json = json.bytes
      reach =
        ((box.minimum + box.maximum) * 0.5).length + ((box.maximum - box.minimum) * 0.5).length
    }
  }

  private static func record(
    _ id: EntityID, _ object: EntityID, author: EntityID, _ placement: Placement, _ box: EncodedBox
  ) -> InstanceRecord {
    InstanceRecord(
      id: id, object: object, author: author, realms: placement.realms,
      position: placement.pose.position, height: placement.pose.height,
      priority: placement.priority,
      // A float's rounding, and a millimetre.
      reach: box.reach * placement.scale * 1.000_01 + 0.001,
      triggerRadius: placement.triggerRadius,
      body: body(id, object, placement, box.json))
  }

  /// Written without the JSON writer, because at start there are as many as there are instances.
  private static func body(
    _ id: EntityID, _ object: EntityID, _ placement: Placement, _ box: [UInt8]
  ) -> [UInt8] {
    var writer = ByteWriter(capacity: 384 + box.count)
    writer.raw("\"id\":\"")
    id.write(to: &writer)
    writer.raw("\",\"object\":\"")
    object.write(to: &writer)
    writer.raw("\",\"pose\":{\"position\":{\"lat\":")
    writer.double(placement.pose.position.lat)
    writer.raw(",\"lon\":")
    writer.double(placement.pose.position.lon)
    writer.raw(",\"h\":")
    writer.double(placement.pose.height)
    writer.raw("},\"quaternion\":{\"x\":")
    writer.double(placement.pose.orientation.x)
    writer.raw(",\"y\":")
    writer.double(placement.pose.orientation.y)
    writer.raw(",\"z\":")
    writer.double(placement.pose.orientation.z)
    writer.raw(",\"w\":")
    writer.double(placement.pose.orientation.w)
    writer.raw("}},\"scale\":")
    writer.double(placement.scale)
    writer.raw(",\"priority\":")
    writer.integer(Int64(placement.priority))
    writer.raw(",\"boundingBox\":")
    writer.append(box)
    if placement.caption.name != nil || placement.caption.message != nil {
      var json = JSONWriter(capacity: 400)
      json.object { placement.caption.writeMembers(to: &$0) }
      writer.raw(",")
      writer.append(json.bytes.dropFirst().dropLast())
    }
    return writer.bytes
  }
}
