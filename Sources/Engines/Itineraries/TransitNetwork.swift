import Geodesy
import Routing
import Transit

/// Timetables in use, with their stops ready to be brought onto street networks.
///
/// - Thread: immutable, shared.
public struct TransitNetwork: Sendable {
  public let engine: TransitEngine
  /// The stops where one can get on and off, by their numbers.
  public let stops: PlaceSet

  /// - Parameter stops: ``TransitEngine/platformPositions``; the same set while only delays change, as what
  ///   street networks know of the stops hangs on it.
  public init(_ engine: TransitEngine, stops: PlaceSet) {
    self.engine = engine
    self.stops = stops
  }

  public init(_ engine: TransitEngine) {
    self.init(engine, stops: PlaceSet(engine.platformPositions))
  }
}
