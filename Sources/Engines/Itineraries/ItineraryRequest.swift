import Base
import Geodesy
import Routing
import Transit

/// One question for the way from one place to another.
///
/// - Thread: pure.
public struct ItineraryRequest: Sendable, Hashable {
  /// When an itinerary begins or ends.
  public enum Timing: Sendable, Hashable {
    /// Not before.
    case departAt(Instant)
    /// Not after.
    case arriveBy(Instant)

    var instant: Instant {
      switch self {
      case .departAt(let instant), .arriveBy(let instant): instant
      }
    }
  }

  /// A place to call at on the way.
  public struct Via: Sendable, Hashable {
    public var position: LonLat
    /// Least seconds between arriving there and going on, 0...86,400.
    public var stay: Int

    public init(_ position: LonLat, stay: Int = 0) {
      self.position = position
      self.stay = stay
    }
  }

  /// Least seconds between two rides, if nothing else is asked for.
  public static let usualChange = ChangeRule.usual.least
  /// What can be asked for.
  public static let changes = 0...ChangeRule.greatest

  /// Least seconds between reaching the first stop and leaving it, if nothing else is asked for.
  public static let usualBoarding = 60
  /// What can be asked for.
  public static let boardings = 0...ChangeRule.greatest

  /// Most places to call at.
  public static let maximumVia = 10

  public var from: LonLat
  public var to: LonLat
  /// Places to call at, in this order, at most ``maximumVia``; own vehicles are taken along to all of
  /// them.
  public var via: [Via] = []
  /// Whether on foot and by own vehicles the places are called at in the order that takes least time.
  public var choosesOrder = false
  public var timing: Timing
  /// What may be used; own vehicles only if they are named.
  public var modes: Set<TravelMode>
  /// Where the own car stands: one gets there first, without it, and drives on from there.
  public var carAt: LonLat?
  /// Most metres on foot over the whole itinerary; nil for any.
  public var maximumWalk: Double?
  /// Least seconds between two rides where the timetable has no rule of its own, 0...3600; a walk
  /// between them takes a fifth longer than by itself.
  public var minimumChange = ItineraryRequest.usualChange
  /// Least seconds between reaching the first stop and leaving it, 0...3600: nobody gets on as they come.
  public var minimumBoarding = ItineraryRequest.usualBoarding
  /// Most grams of CO2; nil for any.
  public var maximumCO2: Double?
  public var avoiding: Set<TravelAvoidance> = []
  public var order = TravelOrder.fastest
  /// Whether what would be possible without the limits is told where nothing is within them.
  public var relaxes = false
  /// Most itineraries of the answer, 1...10.
  public var count = 5

  /// Whether an answer without public transport is none where the timetables do not hold; nil if that
  /// is so because public transport may be used.
  var needsTimetable: Bool?

  public init(from: LonLat, to: LonLat, timing: Timing, modes: Set<TravelMode>) {
    self.from = from
    self.to = to
    self.timing = timing
    self.modes = modes
  }

  /// The same without its limits: any walk, any CO2, nothing avoided, all public modes; of own
  /// vehicles only those that were named.
  var relaxed: ItineraryRequest {
    var copy = self
    copy.needsTimetable = needsTimetable ?? !publicModes.isEmpty
    copy.modes = modes.union(TravelMode.allCases.filter { !$0.isOwnVehicle })
    copy.maximumWalk = nil
    copy.maximumCO2 = nil
    copy.avoiding = []
    return copy
  }

  /// How one goes along streets; nil for modes by timetable.
  func profile(_ mode: TravelMode) -> StreetProfile? {
    guard let street = mode.streetMode else { return nil }
    var profile = StreetProfile(street, avoid: streetAvoidances)
    if order == .fastest { profile = profile.quickest }
    profile.at = timing.instant
    return profile
  }

  var streetAvoidances: StreetProfile.Avoidances {
    avoiding.reduce(into: []) { $0.formUnion($1.streets) }
  }

  /// The same without own vehicles, by the public modes that may be used.
  var withoutVehicles: Set<TravelMode> { modes.filter { !$0.isOwnVehicle }.union(publicModes) }

  /// The public modes that may be used: those named, and all where a park and ride alone is, as one
  /// goes on from there.
  var publicModes: Set<TravelMode> {
    var result = modes.filter(\.isPublic)
    if result.isEmpty, modes.contains(.parkAndRide) { result = TravelMode.publicModes }
    if avoiding.contains(.ferries) { result.remove(.ferry) }
    return result
  }

  /// The limits that may stand in the way of an answer, as sentences.
  var limits: [String] {
    var limits: [String] = []
    if let maximumWalk { limits.append("at most \(Int(maximumWalk.rounded())) m may be walked") }
    if let maximumCO2 { limits.append("at most \(Int(maximumCO2.rounded())) g of CO2") }
    for avoidance in TravelAvoidance.allCases where avoiding.contains(avoidance) {
      limits.append("\(avoidance.rawValue) are avoided")
    }
    let used = modes.union(publicModes)
    let missing = TravelMode.allCases.filter { !$0.isOwnVehicle && !used.contains($0) }
    if !missing.isEmpty {
      limits.append("not used are: " + missing.map(\.rawValue).joined(separator: ", "))
    }
    return limits
  }
}
