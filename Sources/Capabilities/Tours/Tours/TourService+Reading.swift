import Access
import Base
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
      let shown =
        try walked(id, caller: caller, in: session) ?? found(id, caller: caller, in: session)
      let isEditor = shown.isEditor
      var details = TourDetails(
        tour: shown.tour, revision: shown.revision,
        organization: try TourOrganizationStore.find(shown.tour.organization, in: session)
          ?? .former(shown.tour.organization, shown.revision.currency),
        isEditor: isEditor, isUnlocked: shown.isUnlocked, isPurchased: shown.isPurchased,
        languages: languages)
      details.arrivalMetres = platform.settings[ToursSettings.arrivalMetres]
      try details.findPictures(in: session)
      if withWarnings, isEditor {
        details.warnings = TourLinter.warnings(
          shown.revision.content, area: shown.revision.measures.area, settings: platform.settings)
      }
      return details
    }
  }

  /// Which revision of a tour somebody sees, and what it is to them.
  private struct Shown {
    var tour: Tour
    var revision: TourRevision
    var isEditor = false
    var isUnlocked = true
    var isPurchased: Bool
  }

  private func found(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Shown {
    let (tour, thing) = try Tour.find(id, caller: caller, in: session)
    let isEditor = Rights.can(caller, .edit, thing)
    let shown = isEditor ? tour.draftRevision ?? tour.releasedRevision : tour.releasedRevision
    // Free by now, it may have been bought before.
    let sold =
      try !isEditor
      && caller.account.map { try Ledger().hasPurchased($0, id, in: session) } ?? false
    guard let shown, let revision = try TourRevisionStore.find(shown, sold: sold, in: session)
    else { throw DatabaseError(.unreadable, "a tour has no revision") }
    return Shown(
      tour: tour, revision: revision, isEditor: isEditor,
      isUnlocked: Rights.can(caller, .open, thing), isPurchased: !isEditor && thing.isHeld)
  }

  /// The tour in the revision that the caller's run is on, paused or not, whatever has become of the
  /// tour since; nil for those who are not on it, for its editors, and after it was withdrawn.
  private func walked(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Shown? {
    guard let account = caller.account,
      let run = try RunStore.kept(of: account, on: id, in: session).first,
      let tour = try TourStore.find(id, in: session), tour.withdrawnAt == nil
    else { return nil }
    let thing = try tour.thing(caller: caller, in: session)
    guard !Rights.can(caller, .edit, thing),
      let revision = try TourRevisionStore.walked(run.revision, in: session)
    else { return nil }
    return Shown(
      tour: tour, revision: revision,
      isPurchased: thing.isHeld || !revision.content.price.isFree)
  }
}
