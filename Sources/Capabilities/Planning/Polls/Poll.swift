import Base
import Calendar

/// A question about what to do, when or where, that the invitees of an activity answer until a
/// deadline by the server's clock.
///
/// The rules are those of ``apply(_:at:)``: a state machine over ``State`` whose effects the
/// caller carries out in the same transaction.
///
/// - Thread: pure.
public struct Poll: Hashable, Sendable {
  /// - `draft`: not sent yet; nobody but the host sees it.
  /// - `open`: sent; votes are taken until the deadline.
  /// - `closed`: counted, with at least one vote; the host goes on with one of the leading options.
  /// - `withoutVotes`: the deadline passed and nobody voted; the host enters an activity by hand.
  /// - `applied`: the host has taken an option over into the activity.
  /// - `cancelled`: dropped with its activity.
  public enum State: String, Sendable, CaseIterable {
    case draft, open, closed, withoutVotes, applied, cancelled
  }

  public var id: EntityID
  public var host: EntityID
  /// In the order in which they were entered.
  public var options: [PollOption]
  public var deadline: Instant
  /// Who votes; the host does not (CG-MF-33).
  public var invitees: Set<EntityID>
  public var state = State.draft
  /// The last ballot of each who has voted.
  public var ballots: [EntityID: Set<EntityID>] = [:]
  /// The option that became the activity.
  public var chosen: EntityID?
  /// Whether the host has been told that all have voted.
  public var hasToldThatAllVoted = false

  public init(
    id: EntityID, host: EntityID, options: [PollOption], deadline: Instant,
    invitees: Set<EntityID>
  ) {
    self.id = id
    self.host = host
    self.options = options
    self.deadline = deadline
    self.invitees = invitees
  }

  /// How many voted for each option, in the order of the options.
  public var counts: [Int] {
    options.map { option in ballots.values.count { $0.contains(option.id) } }
  }

  /// The options with the highest count, in the order of the options; none without votes.
  public var leading: [PollOption] {
    let counts = counts
    guard let most = counts.max(), most > 0 else { return [] }
    return zip(options, counts).compactMap { $1 == most ? $0 : nil }
  }

  /// Whether counts may be shown: after closing only (CG-MF-32).
  public var showsCounts: Bool { state == .closed || state == .applied }
}

/// One thing that can be chosen: what, and perhaps when and where.
///
/// - Thread: pure.
public struct PollOption: Hashable, Sendable {
  public var id: EntityID
  public var name: String
  public var text: String
  /// When it would take place, if that is a part of the question.
  public var span: Intervals.Span?
  /// Where, likewise.
  public var place: Place?

  public init(
    id: EntityID, name: String, text: String = "", span: Intervals.Span? = nil,
    place: Place? = nil
  ) {
    self.id = id
    self.name = name
    self.text = text
    self.span = span
    self.place = place
  }

  /// Characters of a name.
  public static let names = 1...100
  /// Characters of a text.
  public static let texts = 0...1000
  /// Options of one poll (MF-T-clickSendPoll).
  public static let counts = 2...20
}
