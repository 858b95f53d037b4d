import Geodesy

/// How long and how far it is from one place to another.
public struct StreetSummary: Hashable, Sendable {
  /// Metres along streets, between the snapped places.
  public var distance: Double
  /// Seconds.
  public var duration: Double
}

/// A way from one place to another along streets.
public struct StreetRoute: Sendable {
  public var mode: StreetMode
  /// Metres along streets, between the snapped places.
  public var distance: Double
  /// Seconds.
  public var duration: Double
  /// Metres up and down; 0 where no heights were imported.
  public var climb: Double
  public var descent: Double
  /// The line, from the snapped start to the snapped end; two positions at least.
  public var geometry: [LonLat]
  public var steps: [RouteStep]
  public var from: SnappedPlace
  public var to: SnappedPlace
}

/// A way along streets that has been found; its line and steps are made when they are asked for.
///
/// - Thread: immutable, shared.
public struct StreetPath: Sendable {
  private let assembler: RouteAssembler
  /// The straight pieces at both ends.
  public let approach: Approach

  init(_ assembler: RouteAssembler) {
    self.assembler = assembler
    approach = Approach(
      assembler.metric.profile.mode, from: assembler.from, to: assembler.to)
  }

  /// Where it was brought onto the streets.
  public var from: SnappedPlace { assembler.from }
  public var to: SnappedPlace { assembler.to }
  /// Metres along streets, between the snapped places.
  public var distance: Double { assembler.path.metres }
  /// Seconds.
  public var duration: Double { assembler.path.seconds }

  /// - Complexity: O(positions of its line).
  public func route() -> StreetRoute { assembler.route() }
}

/// A part of a route on one street, with what to do at its start.
public struct RouteStep: Hashable, Sendable {
  /// What to do at the start of a step.
  public enum Maneuver: String, Sendable {
    case depart, arrive
    case straight = "continue"
    case slightRight, right, sharpRight, slightLeft, left, sharpLeft, turnRound
    case roundabout, steps, ferry, elevator
  }

  public var maneuver: Maneuver
  /// The street's name or number; empty where it has none.
  public var street: String
  /// Metres, and seconds.
  public var distance: Double
  public var duration: Double
  /// One English sentence.
  public var instruction: String
  /// Where the step starts in the route's geometry; the last step's is its last position.
  public var geometryStart: Int
  /// Degrees clockwise from north in which the step starts.
  public var bearing: Double
}
