import Access
import Base
import Storage

extension TourService {
  /// What walkers told of a tour of the caller's organization, newest first.
  ///
  /// - Throws: `notFound`; `forbidden` for tours of others.
  public func feedback(
    of id: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<TourFeedback> {
    let last = try page.idPosition()
    let items = try platform.store.read { session in
      try FeedbackStore.list(
        of: Tour.find(id, to: .edit, caller: caller, in: session).id, before: last,
        limit: page.limit + 1, in: session)
    }
    return Page(reading: items, limit: page.limit) { Cursor($0.id) }
  }
}
