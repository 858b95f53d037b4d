import Base
import Geodesy
import SpatialCatalog
import Storage

/// The catalog's layer of sub-realms' areas; seen by their members.
public struct SubRealmAreaLayer: ShapeSource {
  public init() {}

  public var layer: String { "realm-areas" }

  public var changeKinds: Set<String> { ["subRealm"] }

  public func all(in session: StoreSession, _ emit: (ShapeEntry) -> Void) throws {
    try session.each(
      """
      SELECT id, ST_AsBinary(geometry) FROM sub_realms
      WHERE state = 'live' AND geometry IS NOT NULL
      """
    ) { emit(try entry($0)) }
  }

  public func entries(_ ids: [EntityID], in session: StoreSession) throws -> [ShapeEntry] {
    try ids.compactMap { id in
      try session.first(
        """
        SELECT id, ST_AsBinary(geometry) FROM sub_realms
        WHERE state = 'live' AND geometry IS NOT NULL AND id = ?1
        """, [.id(id)], entry)
    }
  }

  private func entry(_ row: any Row) throws -> ShapeEntry {
    let id = try row.id(0)
    return ShapeEntry(
      id: id, realms: [id],
      parts: [ShapeEntry.Part(key: id, geometry: try WKB.decode(row.blob(1)))])
  }
}
