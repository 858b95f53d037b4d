import Base
import Geodesy
import Proximity
import Tours

/// Where a device says it was: used for one answer, and forgotten.
///
/// - Thread: pure.
public struct PositionReport: Hashable, Sendable {
  public var position: LonLat
  /// Metres within which the device believes to be right; nil if it does not tell.
  public var accuracy: Double?
  /// Metres per second as the device measures it; nil if it does not tell.
  ///
  /// Only its range is checked: what lies between two positions is judged by them.
  public var speed: Double?
  /// By the device's clock.
  public var at: Instant

  public init(
    position: LonLat, accuracy: Double? = nil, speed: Double? = nil, at: Instant
  ) {
    self.position = position
    self.accuracy = accuracy
    self.speed = speed
    self.at = at
  }

  /// Most positions of one request.
  public static let limit = 1000

  /// Reads `{points:[{lat,lon,accuracy?,speed?,at}]}`.
  ///
  /// - Throws: `tooLarge` with the limit, or `invalid` with every wrong member.
  public static func reports(reading value: JSONValue) throws(Refusal) -> [PositionReport] {
    try reports(reading: JSONFields(value))
  }

  /// Metres that a device may say.
  public static let worstAccuracy = 1e7
  /// Metres per second that a device may say.
  public static let maximumSpeed = 1000.0

  private static func reports(reading fields: JSONFields) throws(Refusal) -> [PositionReport] {
    if case .array(let items)? = fields.value("points"), items.count > limit {
      throw Refusal(
        .tooLarge, "too-many-points",
        "A call can bring at most \(limit) points; send the rest in another one.",
        violations: [Refusal.Violation("/points", "has \(items.count) entries")])
    }
    let reports = fields.array("points", 0...limit) { element, index in
      element.object(index) { fields in
        PositionReport(
          position: LonLat(
            lon: fields.number("lon", -180...180), lat: fields.number("lat", -90...90)),
          accuracy: fields.optional("accuracy") { $0.number("accuracy", 0...worstAccuracy) },
          speed: fields.optional("speed") { $0.number("speed", 0...maximumSpeed) },
          at: fields.instant("at"))
      }
    }.compactMap { $0 }
    try fields.finish()
    return reports
  }

  var fix: PositionFix { PositionFix(position: position, accuracy: accuracy, at: at) }

  var runPoint: RunPoint { RunPoint(position: position, accuracy: accuracy, at: at) }
}
