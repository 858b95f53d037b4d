import Base
import Geodesy

/// Where a walker's device says it was.
///
/// - Thread: pure.
public struct RunPoint: Hashable, Sendable {
  public var position: LonLat
  /// Metres within which the device believes to be right; nil if it does not tell.
  public var accuracy: Double?
  /// By the device's clock.
  public var at: Instant
  /// Whether it was walked to in the drawn world, not by the device's own position.
  public var isSimulated: Bool

  public init(
    position: LonLat, accuracy: Double? = nil, at: Instant, simulated: Bool = false
  ) {
    self.position = position
    self.accuracy = accuracy
    self.at = at
    isSimulated = simulated
  }

  /// Most points of one request.
  static let limit = 1000

  /// Reads `{points:[{lat,lon,accuracy?,at,simulated?}]}`.
  ///
  /// - Throws: `invalid` with every wrong member.
  public static func points(reading fields: JSONFields) throws(Refusal) -> [RunPoint] {
    let points = fields.array("points", 1...limit) { element, index in
      element.object(index) { fields in
        RunPoint(
          position: LonLat(
            lon: fields.number("lon", -180...180), lat: fields.number("lat", -90...90)),
          accuracy: fields.optional("accuracy") { $0.number("accuracy", 0...1e7) },
          at: fields.instant("at"),
          simulated: fields.optional("simulated") { $0.bool("simulated") } ?? false)
      }
    }.compactMap { $0 }
    try fields.finish()
    return points
  }
}
