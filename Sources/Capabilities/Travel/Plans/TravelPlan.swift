import Access
import Base
import Calendar
import Itineraries

/// How one account gets to one occurrence of an item, and whether in time.
///
/// Private to its account: others learn neither where it comes from nor when it leaves.
///
/// - Thread: pure.
public struct TravelPlan: Hashable, Sendable {
  /// Where the journey begins.
  public enum Origin: String, Sendable, CaseIterable {
    /// The place of the appointment before.
    case previous
    case home
    /// The position that a device has sent; it is not kept.
    case live
    /// Nothing is known.
    case none
  }

  /// Whether one comes in time.
  public enum Verdict: String, Sendable, CaseIterable {
    case reachable
    /// In time with less than ``TravelPlan/tightSeconds`` to spare.
    case tight
    /// In time only if one is there more than ``TravelPlan/earlySeconds`` too soon: nothing comes later.
    case early
    case unreachable
    case unknown
  }

  /// Seconds to spare below which a plan is tight.
  static let tightSeconds = 300
  /// Seconds before the time at which one wants to be there that nobody is there without need.
  static let earlySeconds: Int64 = 7200
  /// Seconds ahead for which a plan from where a device was outlives other data: a day.
  static let liveSeconds: Int64 = 86_400

  public var item: EntityID
  public var account: EntityID
  /// When the occurrence begins.
  public var occurrence: Instant
  public var origin: Origin
  /// The appointment that one comes from.
  public var previous: EntityID?
  public var verdict: Verdict
  /// Seconds to spare before one has to leave; negative: seconds by which one comes too late.
  public var margin: Int?
  public var leaveAt: Instant?
  public var arriveAt: Instant?
  public var journey: Journey?
  /// Why there is no journey, or none in time.
  public var reason: Reason?
  /// One sentence for a person.
  public var detail: String
  /// What the plan rests on; the same basis gives the same plan.
  ///
  /// A digest of 32 bytes, and behind it the version of the data.
  var basis: [UInt8]
  public var computedAt: Instant
  /// The way home, after the last appointment of a day; found when it is asked for, and not kept.
  public var wayHome: TravelAnswer?

  /// Why a plan holds no journey in time.
  public enum Reason: String, Codable, Sendable, CaseIterable {
    /// The item has no position.
    case noPosition
    /// There is no appointment before, no home and no position of a device.
    case noOrigin
    /// The journey takes longer than there is time.
    case tooLate
    case noNetworkNear
    case noPath
    case limits
    case outsideTimetable
    case unavailable

    init(_ reason: NoJourney.Reason) {
      switch reason {
      case .noNetworkNear: self = .noNetworkNear
      case .noPath: self = .noPath
      case .limits: self = .limits
      case .outsideTimetable: self = .outsideTimetable
      case .unavailable: self = .unavailable
      }
    }
  }

  /// Whether it holds a journey that, for all that is known, can still be made while the data
  /// cannot be read (TV-RTE-23).
  func standsIn(for other: TravelPlan) -> Bool {
    other.reason == .unavailable && journey != nil
      && basis.prefix(32).elementsEqual(other.basis.prefix(32))
  }

  /// Whether it goes on to hold, by what a plan made now would rest on.
  ///
  /// Other data alone do not end a plan by which one has set out: a new one would begin where one
  /// is not any more. Nor do they end one from where a device was, which is not kept and cannot be
  /// asked for again.
  ///
  /// - Parameter basis: what a new plan would rest on.
  func holds(on basis: [UInt8], now: Instant) -> Bool {
    if self.basis == basis { return true }
    guard journey != nil, let leaveAt, self.basis.prefix(32).elementsEqual(basis.prefix(32))
    else { return false }
    let isFromHere = origin == .live && occurrence < computedAt.adding(seconds: Self.liveSeconds)
    return isFromHere || leaveAt <= now
  }

  var key: Occurrence.Key { Occurrence.Key(item: item, start: occurrence) }
}

extension TravelPlan {
  /// Writes the plan as one JSON object.
  ///
  /// - Parameter isCurrent: whether it could be made anew just now; an older one carries its time.
  public func write(isCurrent: Bool = true, to json: inout JSONWriter) {
    json.object { json in
      json.member("occurrence", occurrence)
      json.member("origin", origin.rawValue)
      json.member("previous", previous)
      json.member("verdict", verdict.rawValue)
      json.member("margin", margin)
      json.member("leaveAt", leaveAt)
      json.member("arriveAt", arriveAt)
      // TV-ALY-08: whole minutes.
      json.member("minutes", journey?.minutes)
      json.member("reason", reason?.rawValue)
      json.member("detail", detail)
      if let journey {
        json.key("journey")
        journey.write(to: &json)
      }
      json.member("computedAt", computedAt)
      json.member("current", isCurrent)
      writeWayHome(to: &json)
    }
  }
}

extension TravelPlan {
  /// The same with a way home.
  func with(_ wayHome: TravelAnswer?) -> TravelPlan {
    var plan = self
    plan.wayHome = wayHome
    return plan
  }

  private func writeWayHome(to json: inout JSONWriter) {
    switch wayHome {
    case .journey(let journey)?:
      json.object("home") { json in
        json.member("detail", journey.estimate ?? "")
        json.key("journey")
        journey.write(to: &json)
      }
    case .none(let why)?:
      json.object("home") { json in
        json.member("reason", Reason(why.reason).rawValue)
        json.member("detail", why.detail)
      }
    case nil: break
    }
  }
}

extension Journey {
  /// Seconds from leaving to being there.
  public var seconds: Double { arrival.seconds(since: departure) }

  /// Whole minutes from leaving to being there, rounded up.
  public var minutes: Int { Int((max(0, min(seconds, 1e9)) / 60).rounded(.up)) }

  /// Metres on foot.
  public var walked: Double { legs.filter { $0.mode == .walk }.reduce(0) { $0 + $1.distance } }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("departure", departure)
      json.member("arrival", arrival)
      json.member("duration", seconds, decimals: 0)
      json.member("distance", metres: distance)
      json.member("walk", metres: walked)
      json.member("co2", co2, decimals: 1)
      json.member("estimate", estimate)
      for (name, car) in [("carStands", carStands), ("carFetched", carFetched)] {
        guard let car else { continue }
        json.key(name)
        car.write(to: &json)
      }
      json.array("legs") { json in
        for leg in legs {
          json.object { json in
            json.member("mode", leg.mode.rawValue)
            json.member("departure", leg.departure)
            json.member("arrival", leg.arrival)
            json.member("distance", metres: leg.distance)
            json.member("line", leg.line)
            json.member("from", leg.from)
            json.member("to", leg.to)
            json.member("plannedDeparture", leg.plannedDeparture)
            json.member("plannedArrival", leg.plannedArrival)
            guard let snapped = leg.snapped else { return }
            json.object("snapped") { json in
              json.member("start", snapped.start, decimals: 1)
              json.member("end", snapped.end, decimals: 1)
              if snapped.isOverWater { json.member("overWater", true) }
            }
          }
        }
      }
    }
  }

  /// Reads what ``write(to:)`` wrote; nil if it cannot be read.
  init?(stored bytes: [UInt8]) {
    guard let value = try? JSONValue(parsing: bytes), let departure = value.instant("departure"),
      let arrival = value.instant("arrival"), let distance = value["distance"]?.number
    else { return nil }
    let legs = (value["legs"]?.array ?? []).compactMap { leg -> Leg? in
      guard let mode = leg["mode"]?.string.flatMap(TravelMode.init(rawValue:)),
        let departure = leg.instant("departure"), let arrival = leg.instant("arrival"),
        let distance = leg["distance"]?.number
      else { return nil }
      return Leg(
        mode: mode, departure: departure, arrival: arrival, distance: distance,
        line: leg["line"]?.string, from: leg["from"]?.string, to: leg["to"]?.string,
        plannedDeparture: leg.instant("plannedDeparture"),
        plannedArrival: leg.instant("plannedArrival"),
        snapped: Itinerary.Snapped(stored: leg["snapped"]))
    }
    self.init(
      legs: legs, departure: departure, arrival: arrival, distance: distance,
      co2: value["co2"]?.number, estimate: value["estimate"]?.string)
    carStands = ParkedCar(stored: value["carStands"])
    carFetched = ParkedCar(stored: value["carFetched"])
  }
}

extension Itinerary.Snapped {
  fileprivate init?(stored value: JSONValue?) {
    guard let start = value?["start"]?.number, let end = value?["end"]?.number else { return nil }
    self.init(start: start, end: end, isOverWater: value?["overWater"]?.bool == true)
  }
}

extension JSONValue {
  fileprivate func instant(_ name: String) -> Instant? {
    self[name]?.string.flatMap { Instant(rfc3339: $0) }
  }
}
