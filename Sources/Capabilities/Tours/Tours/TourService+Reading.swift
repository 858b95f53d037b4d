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
    _ id: EntityID, caller: Caller, languages: [String] = [], withWarnings: Bool = false
  ) throws -> TourDetails {
    try platform.store.read { session in
      let (tour, thing) = try Tour.find(id, caller: caller, in: session)
      let isEditor = Rights.can(caller, .edit, thing)
      let shown =
        isEditor ? tour.draftRevision ?? tour.releasedRevision : tour.releasedRevision
      // Free by now, it may have been bought before.
      let sold =
        try !isEditor
        && caller.account.map { try Ledger().hasPurchased($0, id, in: session) } ?? false
      guard let shown,
        let revision = try TourRevisionStore.find(shown, sold: sold, in: session)
      else {
        throw DatabaseError(.unreadable, "a tour has no revision")
      }
      var details = TourDetails(
        tour: tour, revision: revision,
        organization: try TourOrganizationStore.find(tour.organization, in: session)
          ?? .former(tour.organization, revision.currency),
        isEditor: isEditor, isUnlocked: Rights.can(caller, .open, thing),
        isPurchased: !isEditor && thing.isHeld, languages: languages)
      try details.findPictures(in: session)
      if withWarnings, isEditor {
        details.warnings = TourLinter.warnings(
          revision.content, area: revision.measures.area, settings: platform.settings)
      }
      return details
    }
  }
}
