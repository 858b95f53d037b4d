import Base
import Realms
import Storage

extension TourService {
  /// The tour as the caller sees it: its editors the draft if there is one, whoever is on it what
  /// was published when the run began, all others what is published.
  ///
  /// - Parameters:
  ///   - languages: language tags that the caller prefers, best first.
  ///   - withWarnings: whether to look for what editors should look at; costs some milliseconds.
  public func details(
    _ id: EntityID, caller: Caller, languages: [String] = [], withWarnings: Bool = false
  ) throws -> TourDetails {
    try platform.store.read { session in
      if let details = try walked(id, caller: caller, languages: languages, in: session) {
        return details
      }
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
      details.arrivalMetres = platform.settings[ToursSettings.arrivalMetres]
      try details.findPictures(in: session)
      if withWarnings, isEditor {
        details.warnings = TourLinter.warnings(
          revision.content, area: revision.measures.area, settings: platform.settings)
      }
      return details
    }
  }
  /// The tour in the revision that the caller's open run is on, whatever has become of the tour
  /// since; nil for those who are not on it, for its editors, and after it was withdrawn.
  private func walked(
    _ id: EntityID, caller: Caller, languages: [String], in session: StoreSession
  ) throws -> TourDetails? {
    guard let account = caller.account,
      let run = try RunStore.open(of: account, in: session), run.tour == id,
      let tour = try TourStore.find(id, in: session), tour.withdrawnAt == nil
    else { return nil }
    let thing = try tour.thing(caller: caller, in: session)
    guard !Rights.can(caller, .edit, thing),
      let revision = try TourRevisionStore.walked(run.revision, in: session)
    else { return nil }
    var details = TourDetails(
      tour: tour, revision: revision,
      organization: try TourOrganizationStore.find(tour.organization, in: session)
        ?? .former(tour.organization, revision.currency),
      isEditor: false, isUnlocked: true,
      isPurchased: thing.isHeld || !revision.content.price.isFree, languages: languages)
    details.arrivalMetres = platform.settings[ToursSettings.arrivalMetres]
    try details.findPictures(in: session)
    return details
  }
}
