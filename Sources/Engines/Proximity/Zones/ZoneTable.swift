import Base
import Geodesy

/// All zones by slot, in pieces, so that a changed copy shares what did not change.
struct ZoneTable: Sendable {
  enum Home: UInt8, Sendable {
    case none, base, overlay
  }

  /// A zone in 56 bytes.
  struct Record: Sendable {
    var id: EntityID
    var lon: Double
    var lat: Double
    var radius: Double
    var priority: Int32
    var sharing: UInt32
    var kind: UInt16
    /// Which cells hold the zone; entries in the others are out of date.
    var home: Home
    var isArea: Bool

    static let none = Record(
      id: EntityID(high: 0, low: 0), lon: 0, lat: 0, radius: 0, priority: 0, sharing: 0, kind: 0,
      home: .none, isArea: false)

    var centre: LonLat { LonLat(lon: lon, lat: lat) }
  }

  private static let pieceSize = 1024

  private var pieces: [[Record]] = []
  private var areas: [UInt32: ZoneArea] = [:]
  /// The different sets of sub-realms that zones are shared in.
  private(set) var sharings: [[EntityID]] = []
  private(set) var kinds: [ZoneKind] = []

  /// One more than the greatest slot that was ever used.
  var slotCount: Int { pieces.count * ZoneTable.pieceSize }

  @inline(__always)
  func record(_ slot: UInt32) -> Record {
    pieces[Int(slot) / ZoneTable.pieceSize][Int(slot) % ZoneTable.pieceSize]
  }

  /// Nil for an unused slot.
  @inline(__always)
  func existing(_ slot: UInt32) -> Record? {
    guard Int(slot) < slotCount else { return nil }
    let record = record(slot)
    return record.home == .none ? nil : record
  }

  func shape(_ slot: UInt32, _ record: Record) -> Zone.Shape? {
    guard record.isArea else { return .circle(centre: record.centre, radius: record.radius) }
    return areas[slot].map(Zone.Shape.area)
  }

  func bounds(_ slot: UInt32) -> Bounds {
    let record = record(slot)
    return shape(slot, record)?.bounds ?? .world
  }

  func area(_ slot: UInt32) -> ZoneArea? { areas[slot] }

  func zone(_ slot: UInt32) -> Zone? {
    guard let record = existing(slot), let shape = shape(slot, record) else { return nil }
    return try? Zone(
      id: record.id, realms: sharings[Int(record.sharing)], kind: kinds[Int(record.kind)],
      shape: shape, priority: record.priority)
  }

  mutating func set(_ slot: UInt32, _ zone: Zone, sharing: UInt32, kind: UInt16, home: Home) {
    while Int(slot) >= slotCount {
      pieces.append([Record](repeating: .none, count: ZoneTable.pieceSize))
    }
    var record = Record.none
    record.id = zone.id
    record.priority = zone.priority
    (record.sharing, record.kind, record.home) = (sharing, kind, home)
    switch zone.shape {
    case .circle(let centre, let radius):
      (record.lon, record.lat, record.radius) = (centre.lon, centre.lat, radius)
      areas[slot] = nil
    case .area(let area):
      record.isArea = true
      areas[slot] = area
    }
    pieces[Int(slot) / ZoneTable.pieceSize][Int(slot) % ZoneTable.pieceSize] = record
  }

  mutating func clear(_ slot: UInt32) {
    areas[slot] = nil
    pieces[Int(slot) / ZoneTable.pieceSize][Int(slot) % ZoneTable.pieceSize] = .none
  }

  /// Puts a zone into the base, and tells it the new number of its sharing.
  mutating func settle(_ slot: UInt32, sharing: UInt32) {
    let (piece, place) = (Int(slot) / ZoneTable.pieceSize, Int(slot) % ZoneTable.pieceSize)
    pieces[piece][place].home = .base
    pieces[piece][place].sharing = sharing
  }

  /// Replaces the sharings; every zone must be settled with its number among them.
  mutating func setRealmSets(_ sharings: [[EntityID]]) { self.sharings = sharings }

  mutating func add(sharing: [EntityID]) { sharings.append(sharing) }
  mutating func add(kind: ZoneKind) { kinds.append(kind) }
}
