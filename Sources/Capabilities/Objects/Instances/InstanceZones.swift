import Base
import Geodesy
import Proximity
import SpatialCatalog
import Storage

/// The triggers of live object instances.
public struct InstanceZones: ZoneSource {
  public init() {}

  public var kinds: [ZoneKind: String] { [.instance: "the trigger of an object's instance"] }

  public var changeKinds: Set<String> { ["instance"] }

  public func all(in session: StoreSession, _ emit: (ZoneGroup) -> Void) throws {
    try InstanceStore.eachTrigger(in: session) { emit(Self.group($0)) }
  }

  public func groups(of subjects: [EntityID], in session: StoreSession) throws -> [ZoneGroup] {
    var groups: [ZoneGroup] = []
    for start in stride(from: 0, to: subjects.count, by: 512) {
      let part = Array(subjects[start..<min(start + 512, subjects.count)])
      for instance in try InstanceStore.live(part, in: session) {
        guard let radius = instance.placement.triggerRadius else { continue }
        groups.append(
          Self.group(
            InstanceTrigger(
              id: instance.id, realms: instance.placement.realms,
              position: instance.placement.pose.position, radius: radius,
              priority: instance.placement.priority)))
      }
    }
    return groups
  }

  private static func group(_ trigger: InstanceTrigger) -> ZoneGroup {
    let zone = try? Zone(
      id: trigger.id, realms: trigger.realms, kind: .instance,
      shape: .circle(centre: trigger.position, radius: trigger.radius),
      priority: Int32(clamping: trigger.priority))
    return ZoneGroup(subject: trigger.id, zones: zone.map { [$0] } ?? [])
  }
}

/// Where a device counts as having come to an instance.
struct InstanceTrigger: Sendable {
  var id: EntityID
  var realms: [EntityID]
  var position: LonLat
  /// Metres.
  var radius: Double
  var priority: Int
}

extension InstanceStore {
  /// Hands over the triggers of all live instances that have one, in order of placing.
  ///
  /// - Complexity: O(triggers log instances): most instances have none, and a start does not wait
  ///   for a look at each.
  static func eachTrigger(in session: StoreSession, _ emit: (InstanceTrigger) -> Void) throws {
    var realms: [EntityID: [EntityID]] = [:]
    try session.each(
      """
      SELECT instance, realm FROM instance_realms
      WHERE instance IN (
        SELECT id FROM instances WHERE trigger_radius IS NOT NULL AND state = 'live')
      ORDER BY instance, realm
      """
    ) { realms[try $0.id(0), default: []].append(try $0.id(1)) }
    try session.each(
      """
      SELECT i.id, i.lon, i.lat, i.trigger_radius, i.priority FROM instances i
      JOIN objects o ON o.id = i.object
      WHERE i.state = 'live' AND i.trigger_radius IS NOT NULL AND o.state = 'live' ORDER BY i.id
      """
    ) { row in
      let id = try row.id(0)
      emit(
        InstanceTrigger(
          id: id, realms: realms[id] ?? [],
          position: LonLat(lon: try row.real(1), lat: try row.real(2)),
          radius: try row.real(3), priority: try row.int(4)))
    }
  }
}
