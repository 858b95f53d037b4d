import Base

/// How someone travels: the mode, how fast, and what to avoid.
///
/// Each distinct profile becomes a set of weights over the same network, in milliseconds of work.
public struct StreetProfile: Hashable, Sendable {
  /// What is avoided.
  ///
  /// All but `hills` and `unpaved` are not used at all; those two are used only where the way round
  /// is much longer.
  public struct Avoidances: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let steps = Avoidances(rawValue: 1)
    public static let ferries = Avoidances(rawValue: 2)
    public static let motorways = Avoidances(rawValue: 4)
    public static let tolls = Avoidances(rawValue: 8)
    public static let hills = Avoidances(rawValue: 16)
    public static let unpaved = Avoidances(rawValue: 32)
    /// Straight ways across squares: one goes round them, as most routers do.
    public static let squares = Avoidances(rawValue: 64)
  }

  public var mode: StreetMode
  /// Speed in km/h on the flat of someone who walks (1...15) or cycles (5...45), or the top speed of
  /// a car (20...250); nil for the usual one.
  ///
  /// Values outside are brought to the nearest end.
  public var speedKmh: Double?
  public var avoid: Avoidances
  /// Whether ways are chosen by time alone: by bicycle, else, calm and even streets are liked better
  /// than quick ones.
  ///
  /// Private ground is passed over all the same, and what is avoided stays so.
  public var isFastest = false
  /// When a car sets out, for the road speeds that hold then; nil for the usual speeds.
  public var at: Instant?

  public init(_ mode: StreetMode, speedKmh: Double? = nil, avoid: Avoidances = []) {
    self.mode = mode
    self.avoid = avoid
    let range: ClosedRange<Double> =
      switch mode {
      case .walk: 1...15
      case .bicycle: 5...45
      case .car: 20...250
      }
    self.speedKmh = speedKmh.flatMap { speed in
      speed.isFinite ? min(max(speed, range.lowerBound), range.upperBound) : nil
    }
  }

  /// The same by time alone: what every time means that is told without another order being asked for.
  public var quickest: StreetProfile {
    var quickest = self
    quickest.isFastest = mode == .bicycle
    return quickest
  }
}
