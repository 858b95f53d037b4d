import Access
import Base
import Storage

extension TourService {
  /// How many publications of a tour are kept, so that an older one can be looked at and taken up
  /// again.
  static let keptPublications = 20

  /// The revisions of a tour, newest first: the draft if there is one, what is published, and what
  /// was published before.
  ///
  /// - Throws: `notFound`; `forbidden` for tours of others.
  public func revisions(
    of id: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<TourRevisionSummary> {
    let last = try page.position { parts throws(Refusal) in try parts.integer(Int.self) }
    let items = try platform.store.read { session in
      try TourRevisionStore.list(
        of: Tour.find(id, to: .edit, caller: caller, in: session), before: last,
        limit: page.limit + 1, in: session)
    }
    return Page(reading: items, limit: page.limit) { Cursor(String($0.number)) }
  }

  /// A tour as it is, or was, in one of its revisions.
  ///
  /// - Throws: `notFound`, also for a revision of another tour; `forbidden` for tours of others.
  public func revision(
    _ revision: EntityID, of id: EntityID, caller: Caller, languages: [String] = []
  ) throws -> TourDetails {
    try platform.store.read { session in
      let tour = try Tour.find(id, to: .edit, caller: caller, in: session)
      guard let found = try TourRevisionStore.find(revision, in: session), found.tour == id else {
        throw Refusal.notFound("revision")
      }
      var details = TourDetails(
        tour: tour, revision: found,
        organization: try owner(tour.organization, in: session), isEditor: true,
        isUnlocked: true, isPurchased: false, languages: languages)
      try details.findPictures(in: session)
      return details
    }
  }
}
