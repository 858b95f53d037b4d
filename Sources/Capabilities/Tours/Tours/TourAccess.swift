import Base
import Realms
import Storage

/// Decides who sees and who edits which tour.
///
/// Published tours are seen by everyone but admins, whose interface is another one (RL-AI-01).
/// Everything else is seen and edited by the organization users of the tour's organization, and
/// by no others (TM-FR1, TM-FR6, CG-RL-05).
enum TourAccess {
  /// How a caller sees a tour.
  enum View {
    /// With its draft, to be changed.
    case editor
    /// As published.
    case visitor
  }

  /// The organization for which the caller makes and edits tours.
  ///
  /// - Throws: `unauthenticated` or `forbidden`.
  static func organization(
    of caller: Caller
  ) throws(Refusal) -> (loggedIn: Caller.LoggedIn, organization: EntityID) {
    let loggedIn = try caller.required(.organization)
    guard let organization = loggedIn.organization else {
      throw Refusal(
        .forbidden, "no-organization", "Your account does not belong to an approved organization.")
    }
    return (loggedIn, organization)
  }

  /// Refuses admins, who have nothing to do with tours but reports.
  static func checkAudience(_ caller: Caller) throws(Refusal) {
    if caller.role == .admin { _ = try caller.required(.general, .organization) }
  }

  static func edits(_ tour: Tour, _ caller: Caller) -> Bool {
    guard let loggedIn = try? caller.required(.organization), tour.state != .removed else {
      return false
    }
    return loggedIn.organization == tour.organization
  }

  /// The tour as the caller sees it.
  ///
  /// - Throws: `notFound` for absent and hidden ones alike.
  static func find(
    _ id: EntityID, for caller: Caller, in session: StoreSession
  ) throws -> (tour: Tour, view: View) {
    try checkAudience(caller)
    guard let tour = try TourStore.find(id, in: session) else { throw Refusal.notFound("tour") }
    if edits(tour, caller) { return (tour, .editor) }
    guard tour.state == .published else { throw Refusal.notFound("tour") }
    return (tour, .visitor)
  }

  /// The tour, to be changed by the caller.
  ///
  /// - Throws: `notFound` for hidden ones, `forbidden` for what is seen and belongs to others.
  static func findToEdit(
    _ id: EntityID, by caller: Caller, in session: StoreSession
  ) throws -> Tour {
    _ = try organization(of: caller)
    let (tour, view) = try find(id, for: caller, in: session)
    guard view == .editor else {
      throw Refusal(
        .forbidden, "not-your-organization", "This tour belongs to another organization.")
    }
    return tour
  }
}
