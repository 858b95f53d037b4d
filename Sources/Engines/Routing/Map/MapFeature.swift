import Geodesy
import OSMFiles

/// Something on the map: a building, a lake, a street, a village, a stop.
public struct MapFeature: Hashable, Sendable {
  /// What it is.
  ///
  /// Written to files by raw value: add cases at the end only.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case building, buildingPart, water, green, road, path, rail, waterway, place, stop
    /// What the ground is used for, other than green.
    case landUse
    /// An area to walk on: a square, a pier.
    case square
    /// A border between areas of administration; its detail is the level.
    case border
    /// A shop, a museum, a fountain.
    case poi
    /// The number of a house; its name is the number.
    case houseNumber
    /// A car park to leave a car at and go on by public transport; its detail is by what.
    case parkAndRide
  }

  /// Where the height of a building is from.
  ///
  /// Written to files by raw value: add cases at the end only.
  public enum HeightSource: UInt8, CaseIterable, Sendable {
    /// What is usual for its type.
    case guessed
    /// Its height is on the map.
    case tagged
    /// So many storeys, of 3 m each.
    case levels
  }

  /// How a way crosses what is above or below, and what else is yes or no.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bridge = Flags(rawValue: 1)
    public static let tunnel = Flags(rawValue: 2)
    /// Of a building that its parts fill: the parts are drawn instead.
    public static let filledByParts = Flags(rawValue: 4)
    public static let oneway = Flags(rawValue: 8)
  }

  /// The languages of ``Translation``, by ISO 639-1 code.
  public static var languages: [String] { OSMKey.translatedNames.map(\.language) }

  /// A name in a language.
  public struct Translation: Hashable, Sendable {
    /// ISO 639-1.
    public var language: String
    public var name: String
  }

  /// Its number in the extract.
  public var number: Int
  public var kind: Kind
  /// The value of the tag that made it one, such as `residential`, `bus_stop`, `village`.
  public var detail: String
  /// Empty where it has none.
  public var name: String
  /// In languages where it has another name.
  public var translations: [Translation]
  /// The number of a road; empty where it has none.
  public var ref: String
  /// What is above has the greater one; 0 on the ground.
  public var layer: Int
  public var flags: Flags
  /// For buildings: metres above the ground where the body starts, and where it ends.
  public var base: Double
  public var height: Double
  public var heightSource: HeightSource
  /// The same in every import: four times the number of the object of OpenStreetMap, and 0 for a
  /// node, 1 for a way, 2 for a relation; 0 for what is made of several.
  public var source: UInt64
  public var geometry: Geometry
}

/// A car park to leave a car at and go on by public transport.
public struct ParkAndRide: Hashable, Sendable {
  /// Empty where it has none.
  public var name: String
  /// Its middle.
  public var position: LonLat

  public init(name: String, position: LonLat) {
    self.name = name
    self.position = position
  }
}

/// A building as the visibility engine wants it.
public struct BuildingFootprint: Hashable, Sendable {
  /// Outline counter-clockwise, then courtyards clockwise; closed.
  public var rings: [[LonLat]]
  /// Metres above the ground.
  public var base: Double
  public var height: Double
  public var heightSource: MapFeature.HeightSource
}
