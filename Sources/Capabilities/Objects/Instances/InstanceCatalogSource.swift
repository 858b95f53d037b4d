import Base
import Geodesy
import Models
import Storage

/// Hands live instances to the in-memory spatial catalog.
///
/// The catalog follows changes of kind `instance`: it asks for the identifiers that changed, and
/// forgets those that do not come back.
public enum InstanceCatalogSource {
  /// Hands over every live instance, in order of placing.
  ///
  /// - Complexity: O(n), reading each table once from front to back.
  public static func allInstances(
    in session: StoreSession, _ emit: (InstanceRecord) throws -> Void
  ) throws {
    let boxes = try boundingBoxes(in: session)
    // Both answers come in order of the identifiers, so that they are merged in one pass.
    var shares: [Share] = []
    try session.each("SELECT instance, realm FROM instance_realms ORDER BY instance, realm") {
      shares.append(Share(instance: try $0.id(0), realm: try $0.id(1)))
    }
    var place = 0
    try session.each(
      "SELECT \(InstanceStore.columns) FROM instances i WHERE i.state = 'live' ORDER BY i.id"
    ) { row in
      let instance = try InstanceStore.read(row)
      while place < shares.count, shares[place].instance < instance.id { place += 1 }
      var realms: [EntityID] = []
      while place < shares.count, shares[place].instance == instance.id {
        realms.append(shares[place].realm)
        place += 1
      }
      if let box = boxes[instance.object] { try emit(record(instance, realms, box)) }
    }
  }

  private struct Share {
    var instance: EntityID
    var realm: EntityID
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
          records.append(record(instance, instance.placement.realms, box))
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
    _ instance: Instance, _ realms: [EntityID], _ box: EncodedBox
  ) -> InstanceRecord {
    InstanceRecord(
      id: instance.id, object: instance.object, author: instance.author, realms: realms,
      position: instance.placement.pose.position, height: instance.placement.pose.height,
      priority: instance.placement.priority,
      // A float's rounding, and a millimetre.
      reach: box.reach * instance.placement.scale * 1.000_01 + 0.001,
      triggerRadius: instance.placement.triggerRadius,
      body: body(instance, box.json))
  }

  /// Written without the JSON writer, because at start there are as many as there are instances.
  private static func body(_ instance: Instance, _ box: [UInt8]) -> [UInt8] {
    let placement = instance.placement
    var writer = ByteWriter(capacity: 384 + box.count)
    writer.raw("\"id\":\"")
    instance.id.write(to: &writer)
    writer.raw("\",\"object\":\"")
    instance.object.write(to: &writer)
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
    return writer.bytes
  }
}
