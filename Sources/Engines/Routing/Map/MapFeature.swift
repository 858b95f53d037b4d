import Geodesy

/// Something on the map: a building, a lake, a street, a village, a stop.
public struct MapFeature: Hashable, Sendable {
  /// What it is.
  ///
  /// Written to files by raw value: add cases at the end only.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case building, buildingPart, water, green, road, path, rail, waterway, place, stop
  }

  /// Its number in the extract.
  public var number: Int
  public var kind: Kind
  /// The value of the tag that made it one, such as `residential`, `bus_stop`, `village`.
  public var detail: String
  /// Empty where it has none.
  public var name: String
  /// For buildings: metres above the ground where the body starts, and where it ends.
  public var base: Double
  public var height: Double
  public var geometry: Geometry
}

/// A building as the visibility engine wants it.
public struct BuildingFootprint: Hashable, Sendable {
  /// Outline counter-clockwise, then courtyards clockwise; closed.
  public var rings: [[LonLat]]
  /// Metres above the ground.
  public var base: Double
  public var height: Double
}
