import Access
import Base
import Storage

/// Lets an organization report what somebody told of its tours; what is removed is told no more.
///
/// - Thread: pure.
public struct ReportableFeedback: ReportableThings {
  public init() {}

  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "feedback") }

  public func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let feedback = try FeedbackStore.find(id, in: session), feedback.hiddenAt == nil,
      let tour = try TourStore.find(feedback.tour, in: session),
      try Rights.can(caller, .edit, tour.thing(caller: caller, in: session))
    else { return nil }
    return try thing(feedback, in: session)
  }

  public func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    try FeedbackStore.find(id, in: session).flatMap { try thing($0, in: session) }
  }

  public func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    try FeedbackStore.hide(id, in: transaction)
  }

  public func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws {
    try FeedbackStore.show(id, in: transaction)
  }

  private func thing(
    _ feedback: TourFeedback, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let tour = try TourStore.find(feedback.tour, in: session),
      let shown = tour.releasedRevision ?? tour.draftRevision,
      let revision = try TourRevisionStore.find(shown, in: session)
    else { return nil }
    let name = revision.content.name
    var json = JSONWriter(capacity: 1024)
    json.object { json in
      json.key("feedback")
      feedback.write(to: &json)
      json.member("tour", tour.id)
      json.member("name", name)
    }
    return ReportableThing(owner: feedback.account, title: name, evidence: json.bytes)
  }
}
