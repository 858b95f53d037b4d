/// What a journey by public transport may be like.
///
/// - Thread: pure.
public struct TransitQuery: Sendable {
  /// Ways from the origin to stops.
  ///
  /// A stop may stand in it several times.
  public var access: [StopAccess]
  /// Ways from stops to the destination.
  public var egress: [StopAccess]
  /// Means of transport that may be used.
  public var modes: Set<TransportMode> = Set(TransportMode.allCases)
  /// Most rides; 1...16.
  public var maximumRides = 6
  /// Most metres walked on the whole journey; nil for any.
  ///
  /// Only ``TransitEngine`` searches named `alternatives` keep it, as the quickest journey is not
  /// the one with the least walking.
  public var maximumWalk: Int?
  /// Most grams of CO2 on the whole journey; as ``maximumWalk``.
  public var maximumGrams: Int?
  /// How long changes take where the feed does not say.
  public var change = ChangeRule.usual
  /// Longest time from departure to arrival in seconds; 1...86,400.
  public var maximumDuration = 86_400

  /// Whether a bicycle is taken along on all rides; only trips that are known to carry them are used.
  public var carriesBicycle = false

  public init(access: [StopAccess], egress: [StopAccess]) {
    self.access = access
    self.egress = egress
  }

  /// Those of ``ServiceWindow/Line/mode``.
  var modeBits: UInt32 {
    modes.reduce(0) {
      $0 | ServiceWindow.Line.bits($1, bicycles: carriesBicycle, only: carriesBicycle)
    }
  }
}
