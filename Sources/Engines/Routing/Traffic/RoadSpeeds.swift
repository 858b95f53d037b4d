import Base
import Geodesy

/// Speeds of roads that differ from the usual ones for a while: traffic, road works, closures.
///
/// ```json
/// {"speeds": [
///   {"way": 4711, "direction": "forward", "factor": 0.4, "until": "2026-11-21T10:00:00Z"},
///   {"box": [9.50, 47.13, 9.53, 47.15], "factor": 0.7},
///   {"way": 4712, "factor": 0, "from": "2026-11-23T05:00:00Z", "until": "2026-11-23T15:00:00Z"}
/// ]}
/// ```
///
/// - Thread: immutable, shared.
public struct RoadSpeeds: Sendable, Hashable {
  /// Which streets are meant.
  public enum Place: Sendable, Hashable {
    /// An OpenStreetMap way; nil for both directions, else whether in that of mapping.
    case way(Int64, isForward: Bool?)
    /// Every street that touches the box.
    case box(Bounds)
  }

  /// How fast one gets along somewhere, for a while.
  public struct Entry: Sendable, Hashable {
    public var place: Place
    /// What the usual speed is multiplied with, 0...4; 0 closes the street.
    ///
    /// Where several hold for a street, the smallest counts.
    public var factor: Double
    /// Holds from this moment on until before that; nil for always.
    public var from: Instant?
    public var until: Instant?

    func holds(at instant: Instant) -> Bool {
      (from.map { $0 <= instant } ?? true) && (until.map { instant < $0 } ?? true)
    }
  }

  public var entries: [Entry] = []

  public init() {}

  /// Largest file that is read, in bytes, and most entries in it.
  public static let maximumSize = 32 << 20
  public static let maximumEntries = 100_000
  /// Most boxes among them: each may hold all the streets there are.
  public static let maximumBoxes = 1000

  private enum Direction: String, CaseIterable { case forward, backward }

  /// Reads a file.
  ///
  /// - Throws: `invalid-content` that names what is wrong and where.
  /// - Complexity: O(bytes).
  public init(json bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= Self.maximumSize else {
      throw .invalid("", "road speeds are at most \(Self.maximumSize >> 20) MiB long")
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .invalid("", "is no JSON: \(error)")
    }
    let fields = try JSONFields(value)
    entries = fields.array("speeds", 0...Self.maximumEntries, Self.entry)
    let boxes = entries.count { if case .box = $0.place { true } else { false } }
    if boxes > Self.maximumBoxes {
      fields.reject("speeds", "names \(boxes) boxes; at most \(Self.maximumBoxes) are read")
    }
    try fields.finish()
  }

  private static func entry(_ list: JSONFields, _ name: String) -> Entry {
    list.object(name) { fields in
      var entry = Entry(place: place(fields), factor: fields.number("factor", 0...4))
      if fields.has("from") { entry.from = fields.instant("from") }
      if fields.has("until") { entry.until = fields.instant("until") }
      if let from = entry.from, let until = entry.until, from >= until {
        fields.reject("until", "must be after from")
      }
      return entry
    } ?? Entry(place: .way(0, isForward: nil), factor: 1)
  }

  private static func place(_ fields: JSONFields) -> Place {
    guard fields.has("box") else {
      let way = fields.integer("way", 1...Int(1) << 60)
      guard fields.has("direction") else { return .way(Int64(way), isForward: nil) }
      let direction = fields.choice("direction", Direction.self)
      return .way(Int64(way), isForward: direction != .backward)
    }
    if fields.has("way") { fields.reject("way", "either a way or a box, not both") }
    let numbers = fields.array("box", 4...4) { number, index in
      number.number(index, index == "0" || index == "2" ? -180...180 : -90...90)
    }
    guard numbers.count == 4, numbers[1] <= numbers[3] else {
      fields.reject("box", "is west, south, east, north in degrees")
      return .box(Bounds(west: 0, south: 0, east: 0, north: 0))
    }
    return .box(
      Bounds(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3]))
  }
}
