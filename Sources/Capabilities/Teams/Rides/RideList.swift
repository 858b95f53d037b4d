import Base
import Calendar
import Geodesy
import Identity
import Storage

/// What one who comes to an event sees of rides to it.
///
/// - Thread: pure.
public struct RideList: Sendable {
  /// How far it has come with another.
  public enum State: String, Sendable, CaseIterable {
    case open
    /// By the caller.
    case asked
    /// By the other one, who waits for an answer.
    case received
    case agreed
    /// Declined or ended by the other one, who alone may ask again.
    case closed
  }

  /// One whose way fits the caller's.
  public struct Entry: Sendable {
    public var account: AccountSummary
    public var state: State
    /// Seats left of a driver.
    public var seatsLeft: Int?
    /// Minutes that the driver's way takes longer, rounded up to steps of 5; nil where the way does
    /// not fit any more.
    public var detour: Int?
    /// Whether the detour was estimated along straight lines.
    public var isEstimated: Bool
    /// Where the other one sets out, once both have agreed.
    public var place: RidePart.Start?
    /// As which one, counted from 1, the seeker of the two is picked up, once both have agreed.
    public var pickUp: Int?

    var id: EntityID { account.id }
  }

  public var own: RidePart?
  public var entries: [Entry] = []

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      if let own {
        json.key("own")
        own.write(to: &json)
      }
      json.array("items") { json in
        for entry in entries {
          json.object { json in
            json.key("account")
            entry.account.write(to: &json)
            json.member("state", entry.state.rawValue)
            json.member("seatsLeft", entry.seatsLeft)
            json.member("detour", entry.detour)
            json.member("estimated", entry.isEstimated)
            if let place = entry.place {
              json.object("place") { place.writeMembers(to: &$0) }
            }
            json.member("pickUp", entry.pickUp)
          }
        }
      }
    }
  }
}

/// What was read for one who comes: own part, those of the other role without blocked ones, and the
/// pairs of all of them.
struct RideView: Sendable {
  let account: EntityID
  let place: LonLat?
  let own: RidePart?
  let others: [RidePart]
  /// Those of the other drivers, too, who take up seats.
  let pairs: [RidePair]
  private let names: [EntityID: AccountSummary]
  /// Those whom the caller's driver, or the caller as one, has agreed with, by driver.
  private let riders: [EntityID: [RidePart]]

  init(_ coming: RideService.Coming, in session: StoreSession) throws {
    account = coming.account
    place = coming.item.place?.position
    let answers = OccurrenceAnswers(
      try ParticipationStore.attendances(of: coming.item.id, in: session), waiting: [],
      at: coming.start)
    let said =
      answers[account].answer == .accepted
      ? try RideStore.part(of: account, to: coming.goal, in: session) : nil
    own = said
    others =
      try said.map {
        try RideStore.parts($0.role.opposite, to: coming.goal, seenBy: $0.account, in: session)
      }?.filter { answers[$0.account].answer == .accepted } ?? []
    pairs = try RideStore.pairs(to: coming.goal, in: session)
    var names: [EntityID: AccountSummary] = [:]
    for other in others {
      names[other.account] = try AccountDirectory.person(
        other.account.description, in: session)
    }
    self.names = names
    var riders: [EntityID: [RidePart]] = [:]
    let ownPairs = pairs.filter { $0.agreement == .agreed && $0.other(than: coming.account) != nil }
    let cars = Set(ownPairs.map(\.driver))
    for pair in pairs where pair.agreement == .agreed && cars.contains(pair.driver) {
      guard let rider = try RideStore.part(of: pair.seeker, to: coming.goal, in: session) else {
        continue
      }
      riders[pair.driver, default: []].append(rider)
    }
    self.riders = riders
  }

  /// What is between the caller and another.
  func pair(with other: EntityID) -> RidePair {
    let (driver, seeker) = own?.role == .driver ? (account, other) : (other, account)
    return pairs.first { $0.driver == driver && $0.seeker == seeker }
      ?? RidePair(driver: driver, seeker: seeker, agreement: .none)
  }

  /// The part of the driver of two.
  func driver(of pair: RidePair) -> RidePart? {
    pair.driver == account ? own : others.first { $0.account == pair.driver }
  }

  private func seatsLeft(_ driver: RidePart) -> Int {
    max(
      0,
      driver.seats - pairs.count { $0.driver == driver.account && $0.agreement == .agreed })
  }

  /// - Complexity: that of a table of ways between all of them.
  func list(_ matching: RideMatching) -> RideList {
    var list = RideList(own: own)
    guard let own, let place else { return list }
    let starts = others.map(\.start.position)
    let isDriver = own.role == .driver
    let table =
      isDriver
      ? matching.matches(drivers: [own.start.position], seekers: starts, to: place)
      : matching.matches(drivers: starts, seekers: [own.start.position], to: place)
    for (number, other) in others.enumerated() {
      let match = isDriver ? table[0][number] : table[number][0]
      let state = state(of: pair(with: other.account).agreement, own.role)
      let left = isDriver ? nil : seatsLeft(other)
      let isKnown = state == .asked || state == .received || state == .agreed
      let isTaken =
        isDriver
        && pairs.contains {
          $0.seeker == other.account && $0.driver != account && $0.agreement == .agreed
        }
      guard let name = names[other.account],
        isKnown || (match.isWithin && left != 0 && !isTaken)
      else { continue }
      var entry = RideList.Entry(
        account: name, state: state, seatsLeft: left, detour: match.isWithin ? match.minutes : nil,
        isEstimated: match.isEstimated)
      if state == .agreed {
        entry.place = other.start
        entry.pickUp = pickUp(isDriver ? (own, other) : (other, own), to: place, matching)
      }
      list.entries.append(entry)
    }
    list.entries.sort {
      ($0.detour ?? .max, $0.account.displayName, $0.id)
        < ($1.detour ?? .max, $1.account.displayName, $1.id)
    }
    return list
  }

  private func state(of agreement: RideAgreement, _ role: RidePart.Role) -> RideList.State {
    switch agreement {
    case .none: .open
    case .agreed: .agreed
    case .asked(let asker): asker == role ? .asked : .received
    case .closed(let closer): closer == role ? .open : .closed
    }
  }

  private func pickUp(
    _ pair: (driver: RidePart, seeker: RidePart), to place: LonLat, _ matching: RideMatching
  ) -> Int? {
    let riders = riders[pair.driver.account] ?? []
    let order = matching.order(
      from: pair.driver.start.position, riders.map(\.start.position), to: place)
    return order.firstIndex { riders[$0].account == pair.seeker.account }.map { $0 + 1 }
  }
}
