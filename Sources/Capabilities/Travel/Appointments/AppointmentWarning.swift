import Access
import Base
import Calendar

/// Something that speaks against storing an appointment, and that its owner may want all the same.
///
/// - Thread: pure.
public struct AppointmentWarning: Hashable, Sendable {
  /// What may go wrong; the appointment is saved all the same.
  public enum Kind: String, Sendable, CaseIterable {
    /// It cannot be reached in time from where one is before (TV-APP-14).
    case unreachable
    /// Because of it, the next one cannot be reached in time any more (TV-APP-15).
    case nextUnreachable
    /// It takes place at the same time as another (TV-APP-19).
    case overlap
    /// It has no position, and so no route (TV-APP-13).
    case noPosition
    /// It begins in the past (TV-APP-18).
    case past
  }

  public var kind: Kind
  /// One sentence for a person.
  public var detail: String
  /// When the occurrence begins that it is about.
  public var occurrence: Instant?
  /// The other appointment that it is about.
  public var other: EntityID?
  /// Of what cannot be reached: whether it could without the limits (TV-RTE-25).
  public var isReachableWithoutLimits: Bool?

  init(
    _ kind: Kind, _ detail: String, occurrence: Instant? = nil, other: EntityID? = nil,
    isReachableWithoutLimits: Bool? = nil
  ) {
    self.kind = kind
    self.detail = detail
    self.occurrence = occurrence
    self.other = other
    self.isReachableWithoutLimits = isReachableWithoutLimits
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("warning", kind.rawValue)
      json.member("detail", detail)
      json.member("occurrence", occurrence)
      json.member("appointment", other)
      json.member("reachableWithoutLimits", isReachableWithoutLimits)
    }
  }
}

/// Looks for what speaks against storing an item.
///
/// - Thread: pure but for the travel times it asks for.
struct AppointmentCheck {
  let planner: TravelPlanner
  /// What stands in the calendar beside the item, in order of time.
  let others: [Occurrence]
  /// The occurrences as they were before, of an item that is changed.
  let before: [Occurrence]

  /// Most occurrences of one item that are looked at.
  static let limit = 10
  /// Seconds from its first occurrence that lies ahead within which occurrences are looked at.
  static let span: Int64 = 31 * 86_400

  /// Everything that speaks against it, each sort of warning once.
  func warnings(_ item: CalendarItem, _ participation: Participation) -> [AppointmentWarning] {
    var found: [AppointmentWarning] = []
    func note(_ warning: AppointmentWarning?) {
      if let warning, !found.contains(where: { $0.kind == warning.kind }) { found.append(warning) }
    }
    let now = planner.now
    if item.startsAt < now, !(item.isAllDay && item.end(from: item.startsAt) > now) {
      note(AppointmentWarning(.past, "It begins in the past.", occurrence: item.startsAt))
    }
    if item.place?.position == nil, !item.isAllDay {
      note(
        AppointmentWarning(
          .noPosition, "It has no position; it is stored without a route and without travel time."))
    }
    guard !item.isAllDay else { return found }
    let from = max(item.startsAt, now)
    let own = item.starts(overlapping: from, from.adding(seconds: Self.span), limit: Self.limit)
      .map { Occurrence(item, participation, at: $0) }
    let timeline = (others + own).sorted(by: Occurrence.inOrder)
    for occurrence in own {
      note(overlap(occurrence))
      note(unreachable(occurrence, timeline))
      note(nextUnreachable(occurrence, timeline))
    }
    return found.sorted { a, b in
      let kinds = AppointmentWarning.Kind.allCases
      return (kinds.firstIndex(of: a.kind) ?? 0) < (kinds.firstIndex(of: b.kind) ?? 0)
    }
  }

  private func overlap(_ occurrence: Occurrence) -> AppointmentWarning? {
    let other = others.first { other in
      other.start < occurrence.end && occurrence.start < other.end
        || other.start == occurrence.start
    }
    return other.map { other in
      AppointmentWarning(
        .overlap, "It overlaps “\(other.item.title)”.", occurrence: occurrence.start,
        other: other.item.id)
    }
  }

  private func unreachable(
    _ occurrence: Occurrence, _ timeline: [Occurrence]
  ) -> AppointmentWarning? {
    guard occurrence.start > planner.now else { return nil }
    let plan = planner.plan(occurrence, in: timeline)
    guard plan.verdict == .unreachable else { return nil }
    let origin = plan.previous.flatMap { id in timeline.first { $0.item.id == id } }
    let place = origin.map { "“\($0.item.title)”" } ?? "home"
    let (hint, couldBe) = withoutLimits(occurrence, timeline)
    return AppointmentWarning(
      .unreachable,
      "It cannot be reached in time from \(place) with your travel settings. \(plan.detail)\(hint)",
      occurrence: occurrence.start, other: origin?.item.id, isReachableWithoutLimits: couldBe)
  }

  private func nextUnreachable(
    _ occurrence: Occurrence, _ timeline: [Occurrence]
  ) -> AppointmentWarning? {
    guard let next = TravelPlanner.next(after: occurrence, in: timeline),
      next.item.id != occurrence.item.id, next.start > planner.now
    else { return nil }
    let plan = planner.plan(next, in: timeline)
    guard plan.verdict == .unreachable else { return nil }
    // Only what this makes so: it may not have been reachable before either.
    let earlier = planner.plan(next, in: (others + before).sorted(by: Occurrence.inOrder))
    guard earlier.verdict != .unreachable else { return nil }
    let (hint, couldBe) = withoutLimits(next, timeline)
    return AppointmentWarning(
      .nextUnreachable,
      """
      “\(next.item.title)” after it cannot be reached in time any more with your travel settings. \
      \(plan.detail)\(hint)
      """,
      occurrence: next.start, other: next.item.id, isReachableWithoutLimits: couldBe)
  }

  /// Whether it could be reached without the limits, if that is known, and what to say of it
  /// (TV-RTE-09, TV-RTE-25).
  private func withoutLimits(
    _ occurrence: Occurrence, _ timeline: [Occurrence]
  ) -> (hint: String, couldBe: Bool?) {
    switch planner.plan(occurrence, in: timeline, relaxed: true).verdict {
    case .reachable, .tight, .early:
      (" Without your limits it could be reached; the plan with relax=true shows how.", true)
    case .unreachable: (" Without your limits it could not be reached in time either.", false)
    case .unknown: ("", nil)
    }
  }
}
