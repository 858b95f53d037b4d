import Access
import Base
import Notifications

/// The kinds of notification that moderation posts.
extension NotificationKind {
  static let operatorAnswer = NotificationKind(
    "operatorAnswer", "Answers of the operator", "Antworten des Betreibers",
    telling: ModerationNotice.self)
  /// Also posted by capabilities whose things are moderated.
  static let moderation = NotificationKind(
    "moderation", "Decisions on what was reported", "Entscheidungen über Gemeldetes",
    telling: ModerationNotice.self, isOptional: false)
}

/// The kinds of notification of this capability.
let moderationNotifications: [NotificationKind] = [.operatorAnswer, .moderation]

/// What is told of decisions on what was reported, of what else admins have decided of somebody's, and
/// of what the operator answers.
public enum ModerationNotice: Notice {
  /// What was decided of something of the reader's, but for keeping it.
  case decided(thing: Told, decision: ModerationDecision, reason: Told)
  /// What the reader has reported was examined.
  case examined(thing: Told, decision: ModerationDecision)
  /// A decision was taken back: on something of the reader's, or on what the reader has reported.
  case takenBack(thing: Told, isReport: Bool)
  case suspended(reason: Told)
  case reinstated(reason: Told)
  /// An object that the reader has placed is shown no more.
  /// - Parameter isHidden: only until its owner has changed it.
  case withdrawn(object: Told, places: Int, isHidden: Bool)
  case operatorAnswered(subject: Told, answer: Told)

  public var kind: NotificationKind {
    switch self {
    case .decided, .examined, .takenBack, .suspended, .reinstated, .withdrawn: .moderation
    case .operatorAnswered: .operatorAnswer
    }
  }
}

extension SubjectKind {
  /// What a notification opens that is about something reported.
  ///
  /// - Throws: `fault` for a kind of thing that no page shows.
  init(_ reported: ReportSubjectKind) throws(Refusal) {
    guard let kind = SubjectKind(rawValue: reported.rawValue) else {
      throw Refusal(
        .fault, "internal-fault", "No page shows a \(reported.rawValue) that was reported.")
    }
    self = kind
  }
}
