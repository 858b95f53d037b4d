import Access
import Base
import Storage

extension RunService {
  /// Tells the organization of a tour how the walk was, in the place of what was told of it before.
  ///
  /// What a decision has taken away stays away.
  ///
  /// - Throws: `notFound` for runs of others; `conflict` with slug `nothing-reached` before the first
  ///   arrival.
  public func tell(
    _ draft: FeedbackDraft, of id: EntityID, caller: Caller
  ) throws -> TourFeedback {
    let account = try caller.required(.general).account
    return try platform.store.write { transaction in
      let run = try find(id, of: account, in: transaction)
      guard !run.arrivals.isEmpty else {
        throw Refusal(
          .conflict, "nothing-reached", "Come to a stop of the tour before you tell how it was.")
      }
      var feedback = TourFeedback(
        id: platform.ids.next(), run: id, account: account, tour: run.tour, stars: draft.stars,
        text: draft.text, at: transaction.now)
      if let before = try FeedbackStore.find(ofRun: id, in: transaction) { feedback.id = before.id }
      try FeedbackStore.put(feedback, in: transaction)
      return feedback
    }
  }
}
