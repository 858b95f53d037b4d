import Access
import Base
import Geodesy
import Proximity
import Storage

/// A tour tried out before anybody walks it: the rules of thumb of the field, and a simulated walk
/// with a receiver that errs.
///
/// - Thread: pure.
public struct TourCheck: Sendable {
  /// How the simulated walker walks.
  public struct Walk: Hashable, Sendable {
    /// Metres by which the receiver errs to the east and to the north (standard deviation).
    public var noise = 8.0
    /// The same seed gives the same walk.
    public var seed: UInt64 = 1
    /// Metres per second.
    public var speed: Double

    public init(speed: Double = 5 / 3.6) { self.speed = speed }

    /// Reads `{noise?, seed?, speed?}`.
    public init(reading fields: JSONFields, settings: Settings) throws(Refusal) {
      self.init(speed: settings[ToursSettings.walkingSpeed])
      if let value = fields.optional("noise", { $0.number("noise", Self.noises) }) { noise = value }
      if let value = fields.optional("seed", { $0.integer("seed", Self.seeds) }) {
        seed = UInt64(clamping: value)
      }
      if let value = fields.optional("speed", { $0.number("speed", Self.speeds) }) { speed = value }
      try fields.finish()
    }

    public static let noises = 0.0...100.0
    public static let seeds = 0...1_000_000_000
    public static let speeds = 0.3...20.0
  }

  /// Something that the simulated walker met.
  public struct Finding: Hashable, Sendable {
    /// What was wrong there.
    public enum Kind: String, Sendable, CaseIterable {
      /// Walked into, but never noticed.
      case missed
      /// Never walked into, but noticed.
      case spurious
      /// The route does not touch it: nobody who follows it arrives.
      case offRoute = "off-route"
      case early
      case late
      /// Two stops speak at once.
      case overlapping
      case outOfOrder = "out-of-order"
    }

    public var kind: Kind
    /// The place of the stop among the tour's stops, from 0.
    public var stop: Int
    /// Of ``Kind/overlapping``: the stop that was not yet left.
    public var other: Int?
    /// Metres along the route; of early and late ones, by how much.
    public var metres: Double?
  }

  /// One stop as the simulated walker met it.
  public struct Visit: Hashable, Sendable {
    /// Metres along the route where the walker came in; nil if never.
    public var truly: Double?
    /// Metres along the route where the receiver showed it; nil if never.
    public var triggered: Double?
  }

  public var name: String
  public var titles: [String]
  public var warnings: [TourWarning]
  public var walk: Walk
  /// Metres and seconds of the whole walk, and positions taken.
  public var metres: Double
  public var seconds: Double
  public var points: Int
  /// How often a stop was entered again after it had been left.
  public var repeated: Int
  public var visits: [Visit]
  public var findings: [Finding]

  /// How many things editors should look at.
  public var count: Int { warnings.count + findings.count }

  /// Most positions of a simulated walk; along longer routes they are farther apart.
  static let maximumPoints = 20_000.0

  /// - Parameter area: the tour's own, or the computed one.
  /// - Throws: `invalid` for a route that cannot be walked.
  /// - Complexity: some microseconds per position; at most a fifth of a second.
  public init(
    _ content: TourContent, area: MultiPolygon, walk: Walk, settings: Settings
  ) throws(Refusal) {
    name = content.name
    titles = content.stops.map { $0.title.text() }
    self.walk = walk
    warnings = TourLinter.warnings(content, area: area, settings: settings)
    var zones: [Zone] = []
    for (place, stop) in content.stops.enumerated() {
      zones.append(
        try Zone(
          id: EntityID(high: 0, low: UInt64(place) + 1), realms: [SubRealmID.publicRealm],
          kind: .stop,
          shape: TourZones.stop(stop.position, stop.trigger, settings[ToursSettings.arrivalMetres]))
      )
    }
    var replay = WalkReplay()
    replay.speed = walk.speed
    replay.noise = NoiseModel(deviation: walk.noise)
    replay.seed = walk.seed
    replay.interval = min(
      600, max(replay.interval, content.route.length / (walk.speed * Self.maximumPoints)))
    let report = try replay.walk(content.route, stops: zones)
    (metres, seconds, points) = (report.metres, report.seconds, report.points)
    repeated = report.repeated
    visits = report.visits.map { Visit(truly: $0.truly, triggered: $0.triggered) }
    findings = Self.findings(report)
  }

  private static func findings(_ report: WalkReport) -> [Finding] {
    func place(_ zone: EntityID) -> Int { Int(clamping: zone.low) - 1 }
    func lateBy(_ zone: EntityID) -> Double? { report.visits[place(zone)].lateBy }
    var findings = report.missed.map { Finding(kind: .missed, stop: place($0)) }
    findings += report.falsely.map { Finding(kind: .spurious, stop: place($0)) }
    findings += report.offRoute.map { Finding(kind: .offRoute, stop: place($0)) }
    findings += report.early.map {
      Finding(kind: .early, stop: place($0), metres: lateBy($0).map { -$0 })
    }
    findings += report.late.map { Finding(kind: .late, stop: place($0), metres: lateBy($0)) }
    findings += report.overlapping.map {
      Finding(
        kind: .overlapping, stop: place($0.second), other: place($0.first), metres: $0.at)
    }
    findings += report.outOfOrder.map { Finding(kind: .outOfOrder, stop: place($0)) }
    return findings.sorted { ($0.stop, $0.kind.rawValue) < ($1.stop, $1.kind.rawValue) }
  }
}

extension TourCheck.Finding {
  /// What is the matter, as a sentence without its subject, the stop.
  public var detail: String {
    let number = "\(Int((metres ?? 0).rounded()))"
    return switch kind {
    case .missed: "is passed without being noticed; a wider trigger helps"
    case .spurious: "is noticed although the route does not come there"
    case .offRoute: "is not touched by the route: who follows it does not arrive"
    case .early: "is noticed \(number) m too early"
    case .late: "is noticed \(number) m too late"
    case .overlapping: "begins while stop \((other ?? 0) + 1) still goes on, at \(number) m"
    case .outOfOrder: "is noticed after a later stop"
    }
  }
}

extension TourService {
  /// Reads how a simulated walker is to walk.
  public func walk(reading fields: JSONFields) throws(Refusal) -> TourCheck.Walk {
    try TourCheck.Walk(reading: fields, settings: platform.settings)
  }

  /// Tries a tour out: what its editors see, so the draft if there is one.
  ///
  /// - Throws: `notFound`; `forbidden` for tours of others.
  public func check(
    _ id: EntityID, walk: TourCheck.Walk, caller: Caller
  ) throws -> TourCheck {
    let revision = try platform.store.read { session in
      try working(Tour.find(id, to: .edit, caller: caller, in: session), in: session)
    }
    return try TourCheck(
      revision.content, area: revision.measures.area, walk: walk, settings: platform.settings)
  }
}
