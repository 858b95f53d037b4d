import Base
import SpatialCatalog
import Storage

/// The catalog's layer of live object instances.
public struct InstanceLayer: DivisibleCatalogSource {
  public init() {}

  public var layer: String { "instances" }

  public var bodyVersion: UInt32 { 2 }

  public var changeKinds: Set<String> { ["instance"] }

  public func cuts(_ parts: Int, in session: StoreSession) throws -> [EntityID] {
    try InstanceCatalogSource.cuts(parts, in: session)
  }

  public func all(
    in part: CatalogPart, session: StoreSession, _ emit: (CatalogEntry) -> Void
  ) throws {
    try InstanceCatalogSource.allInstances(in: part, session: session) { emit(CatalogEntry($0)) }
  }

  public func entries(_ ids: [EntityID], in session: StoreSession) throws -> [CatalogEntry] {
    try InstanceCatalogSource.instances(ids, in: session).map(CatalogEntry.init)
  }
}

extension CatalogEntry {
  fileprivate init(_ record: InstanceRecord) {
    self.init(
      id: record.id, realms: record.realms, position: record.position, height: record.height,
      priority: UInt8(clamping: record.priority), reach: record.reach, body: record.body)
  }
}
