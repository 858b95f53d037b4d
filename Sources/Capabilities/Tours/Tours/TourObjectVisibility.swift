import Access
import Base
import Moderation
import Objects
import Storage

/// Shows the AR objects of published tours to everyone, the whole of those of tours that cost
/// something to those who have bought one, those of an organization's tours to its members, and
/// those of a tour that somebody walks to the walker.
///
/// - Thread: pure.
public struct TourObjectVisibility: ObjectVisibilitySource {
  public init() {}

  public func showing(
    of object: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ObjectShowing {
    var showing = ObjectShowing()
    for tour in try TourStore.released(showing: object, in: session) {
      let thing = try tour.thing(caller: caller, in: session)
      guard Rights.can(caller, .see, thing) else { continue }
      if thing.state == .published || thing.state == .offered, showing.state != .published {
        showing.state = thing.state
      }
      if thing.isHeld, Rights.can(caller, .open, thing) { showing.isHeld = true }
    }
    if let account = caller.account,
      let run = try RunStore.open(of: account, in: session),
      try TourStore.has(object, in: run.revision, session)
    {
      showing.isHeld = true
    }
    if let organization = (try? Tour.organization(caller: caller))?.organization,
      try TourStore.uses(object, within: organization, in: session)
    {
      showing.realms = [organization]
    }
    return showing
  }

  public func isReported(
    _ object: EntityID, at now: Instant, in session: StoreSession
  ) throws -> Bool {
    let tours = ReportStore.isReported(
      ReportSubjectKind(rawValue: "tour"),
      """
      SELECT r.tour FROM tour_stop_objects o JOIN tour_stops s ON s.id = o.stop
      JOIN tour_revisions r ON r.id = s.revision WHERE o.object = ?1
      """, at: now)
    return try session.exists("SELECT 1 WHERE \(tours)", [.id(object)])
  }

  public func hasBought(
    _ object: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard let account = caller.account else { return false }
    return try TourStore.sellable(showing: object, in: session).contains { tour in
      try tour.withdrawnAt == nil && Ledger().hasPurchased(account, tour.id, in: session)
    }
  }

  public func isSold(_ object: EntityID, in session: StoreSession) throws -> Bool {
    try TourStore.sellable(showing: object, in: session).contains {
      try Ledger().isSold($0.id, in: session)
    }
  }

  public func uses(_ object: EntityID, in session: StoreSession) throws -> Bool {
    try session.count(
      "SELECT COUNT(*) FROM tour_stop_objects WHERE object = ?1", [.id(object)]) > 0
  }
}
