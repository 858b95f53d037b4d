import Access
import Base
import Storage

extension TourService {
  /// How many people walked a tour of the caller's organization, as far as it may be told.
  ///
  /// - Throws: `notFound`; `forbidden` for tours of others.
  /// - Complexity: O(runs of the tour and their arrivals).
  public func statistics(
    of id: EntityID, caller: Caller, languages: [String] = []
  ) throws -> TourStatistics {
    try platform.store.read { session in
      let tour = try Tour.find(id, to: .edit, caller: caller, in: session)
      let (started, completed) = try people(on: id, in: session)
      let given = try FeedbackStore.stars(of: id, in: session)
      let stars = TourStatistics.Stars(given.people, sum: given.sum)
      guard
        let revision = try tour.releasedRevision.flatMap({
          try TourRevisionStore.find($0, in: session)
        })
      else {
        return TourStatistics(started: started, completed: completed, stars: stars, stops: [])
      }
      let reached = try arrivals(on: revision.id, in: session)
      let stops = revision.content.stops.enumerated().map { place, stop in
        TourStatistics.Stop(
          order: place + 1, title: stop.title.text(in: languages),
          reached: TourStatistics.Count(stop.id.flatMap { reached[$0] } ?? 0))
      }
      return TourStatistics(started: started, completed: completed, stars: stars, stops: stops)
    }
  }

  private func people(
    on tour: EntityID, in session: StoreSession
  ) throws -> (started: TourStatistics.Count, completed: TourStatistics.Count) {
    let counts = try session.first(
      """
      SELECT COUNT(DISTINCT r.account),
        COUNT(DISTINCT CASE WHEN r.completed_at IS NOT NULL THEN r.account END)
      FROM tour_runs r WHERE r.tour = ?1 AND r.is_trial = 0
      """, [.id(tour)]
    ) { (try $0.int(0), try $0.int(1)) }
    return (TourStatistics.Count(counts?.0 ?? 0), TourStatistics.Count(counts?.1 ?? 0))
  }

  private func arrivals(
    on revision: EntityID, in session: StoreSession
  ) throws -> [EntityID: Int] {
    let counts = try session.all(
      """
      SELECT a.stop, COUNT(DISTINCT r.account) FROM tour_runs r
      JOIN tour_run_arrivals a ON a.run = r.id
      WHERE r.revision = ?1 AND r.is_trial = 0 GROUP BY a.stop
      """, [.id(revision)]
    ) { (try $0.id(0), try $0.int(1)) }
    return Dictionary(counts) { first, _ in first }
  }
}
