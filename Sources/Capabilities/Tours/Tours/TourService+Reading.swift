import Base
import Realms
import Storage

extension TourService {
  /// The tour as the caller sees it: its editors the draft if there is one, all others what is
  /// published.
  ///
  /// - Parameters:
  ///   - languages: language tags that the caller prefers, best first.
  ///   - withWarnings: whether to look for what editors should look at; costs some milliseconds.
  public func details(
    _ id: EntityID, for caller: Caller, languages: [String] = [], withWarnings: Bool = false
  ) throws -> TourDetails {
    try platform.store.read { session in
      let (tour, view) = try TourAccess.find(id, for: caller, in: session)
      let shown =
        view == .editor ? tour.draftRevision ?? tour.releasedRevision : tour.releasedRevision
      guard let shown, let revision = try TourRevisionStore.find(shown, in: session) else {
        throw DatabaseError(.corrupt, "a tour has no revision")
      }
      var details = TourDetails(
        tour: tour, revision: revision,
        organization: try TourOrganizationStore.find(tour.organization, in: session)
          ?? TourOrganization(id: tour.organization, name: "", currency: revision.currency),
        isEditor: view == .editor, isUnlocked: true, isPurchased: false, languages: languages)
      if view == .visitor, let account = caller.account {
        details.isPurchased = try Ledger().hasPurchased(account, id, in: session)
      }
      details.isUnlocked =
        view == .editor || revision.content.price.isFree || details.isPurchased
      if withWarnings, view == .editor {
        details.warnings = TourLinter.warnings(
          revision.content, area: revision.measures.area, settings: platform.settings)
      }
      return details
    }
  }
}
