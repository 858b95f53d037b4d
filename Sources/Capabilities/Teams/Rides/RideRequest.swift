import Access
import Base
import Calendar
import Identity
import Storage

/// Somebody who asks the caller to ride together to an event, and waits for an answer.
///
/// - Thread: pure.
public struct RideRequest: Sendable {
  /// The one who asks.
  public var account: AccountSummary
  /// What the one who asks does: offers a seat as driver, or looks for one.
  public var role: RidePart.Role
  public var item: CalendarItem
  /// When the occurrence begins.
  public var start: Instant

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("account")
      account.write(to: &json)
      json.member("role", role.rawValue)
      json.object("event") { json in
        json.member("id", item.id)
        json.member("title", item.title)
        json.member("startsAt", start)
        json.member("zone", item.zone.name)
        json.member("allDay", item.isAllDay)
        json.member("repeats", item.repeats)
      }
    }
  }
}

extension RideService {
  /// Those who ask the caller to ride together and wait for an answer, by the beginning of the events.
  ///
  /// - Returns: at most ``RideStore/limit``; none to events that have begun or do not take place.
  public func requests(caller: Caller) throws -> [RideRequest] {
    let account = try caller.requiredPerson().account
    let asked = try platform.store.read { try RideStore.asking(account, in: $0) }
    let now = platform.clock.now()
    var found: [RideRequest] = []
    for (goal, pair) in asked {
      guard let other = pair.other(than: account),
        case .asked(let role) = pair.agreement,
        let seen = try visible(goal.item, caller: caller), seen.item.status.isOn
      else { continue }
      let start = RideUpkeep.start(goal, of: seen.item)
      guard now < start,
        let name = try platform.store.read({
          try AccountDirectory.person(other.description, in: $0)
        })
      else { continue }
      found.append(RideRequest(account: name, role: role, item: seen.item, start: start))
    }
    return found.sorted { ($0.start, $0.account.id) < ($1.start, $1.account.id) }
  }

  /// An event, unless the caller may not see it any more.
  private func visible(_ id: EntityID, caller: Caller) throws -> SeenItem? {
    do {
      return try events.groupItem(id, caller: caller)
    } catch let refusal as Refusal where refusal.kind == .notFound {
      return nil
    }
  }
}
