import Base
import Geodesy
import Proximity
import SpatialCatalog
import Storage

/// The areas of sub-realms; known to their members only.
public struct RealmAreaZones: ZoneSource {
  public init() {}

  public var kinds: [ZoneKind: String] { [.realmArea: "the area of a sub-realm"] }

  public var changeKinds: Set<String> { ["subRealm"] }

  private static let selection = """
    SELECT id, ST_AsBinary(geometry) FROM sub_realms
    WHERE state = 'live' AND geometry IS NOT NULL
    """

  public func all(in session: StoreSession, _ emit: (ZoneGroup) -> Void) throws {
    try session.each(Self.selection) { emit(try Self.group($0)) }
  }

  public func groups(of subjects: [EntityID], in session: StoreSession) throws -> [ZoneGroup] {
    try subjects.compactMap {
      try session.first(Self.selection + " AND id = ?1", [.id($0)], Self.group)
    }
  }

  private static func group(_ row: any Row) throws -> ZoneGroup {
    let id = try row.id(0)
    var zones: [Zone] = []
    if case .multiPolygon(let area) = try WKB.decode(row.blob(1)),
      let shape = try? ZoneArea(area),
      let zone = try? Zone(
        id: id, realms: [id], kind: .realmArea, shape: .area(shape), priority: 20)
    {
      zones.append(zone)
    }
    return ZoneGroup(subject: id, zones: zones)
  }
}
