import Base
import Geodesy

/// Ways on foot between places, from whatever map is imported.
///
/// - Thread: shared.
public protocol WalkingNetwork: Sendable {
  /// The way on foot through places in their order.
  ///
  /// - Throws: `no-network-near` or `no-route`, with the number of the place as pointer (`/2`).
  func route(through places: [LonLat]) throws(Refusal) -> LineString

  /// Seconds on foot along a line, with its stairs and slopes; nil where no map knows it.
  func seconds(along line: LineString) -> Double?
}

/// Where no map is imported.
public struct NoWalkingNetwork: WalkingNetwork {
  public init() {}

  public func route(through places: [LonLat]) throws(Refusal) -> LineString {
    throw Refusal(
      .notFound, "no-network-near",
      "No map is imported here, so no route can be drawn along streets. Send the route as a line.")
  }

  public func seconds(along line: LineString) -> Double? { nil }
}
