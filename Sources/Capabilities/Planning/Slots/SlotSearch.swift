import Base
import Calendar

/// Somebody who is to take part, with when that is not possible.
public struct SlotParticipant: Hashable, Sendable {
  public var account: EntityID
  /// In any order; they may overlap.
  public var busy: [Intervals.Span]

  public init(account: EntityID, busy: [Intervals.Span]) {
    self.account = account
    self.busy = busy
  }
}

/// Finds the times at which all participants are free for so long, and can come and go on in time.
///
/// A function of its input, never stored (DOMAIN: SlotSearch). What somebody does when not free is
/// not known here and cannot be told.
///
/// - Thread: pure.
public struct SlotSearch: Sendable {
  /// Why somebody cannot come.
  public enum Reason: String, Sendable, CaseIterable {
    /// Something else stands in the calendar.
    case busy
    /// Nothing stands there, but the way from before or to what follows takes too long.
    case way
  }

  /// Somebody who cannot come, with the kind of reason.
  public struct Hindrance: Hashable, Sendable {
    public var account: EntityID
    public var reason: Reason

    public init(account: EntityID, reason: Reason) {
      self.account = account
      self.reason = reason
    }
  }

  /// A stretch of time in which slots are wanted, and what was found in it.
  public struct Window: Hashable, Sendable {
    public var start: Instant
    public var end: Instant
    /// The starts of free slots, in order; each lasts the wanted duration.
    public var starts: [Instant] = []
    /// Where there is none: the best that there is instead.
    ///
    /// It is the start at which the fewest cannot come (the earliest of those), and
    /// who that is, in the order of the participants. Nil if the window is too short.
    public var nearest: (start: Instant, hindrances: [Hindrance])?

    public static func == (a: Window, b: Window) -> Bool {
      a.start == b.start && a.end == b.end && a.starts == b.starts
        && a.nearest?.start == b.nearest?.start
        && a.nearest?.hindrances == b.nearest?.hindrances
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(start)
      hasher.combine(end)
      hasher.combine(starts)
    }
  }

  /// Milliseconds that a slot lasts.
  private let duration: Int64
  /// Milliseconds from one possible start to the next.
  private let step: Int64
  private let participants: [Timeline]

  /// - Parameters:
  ///   - durationSeconds: of a slot, 1 second to 31 days.
  ///   - stepSeconds: possible starts lie so far apart, counted from a window's start; at least one
  ///     minute.
  /// - Throws: `invalid` for a duration or step out of range.
  public init(
    participants: [SlotParticipant], durationSeconds: Int, stepSeconds: Int = 900
  ) throws(Refusal) {
    guard (1...2_678_400).contains(durationSeconds) else {
      throw Refusal.invalid("/duration", "A slot lasts from one second to 31 days.")
    }
    guard (60...86_400).contains(stepSeconds) else {
      throw Refusal.invalid("/step", "Slots start one minute to one day apart.")
    }
    duration = Int64(durationSeconds) * 1000
    step = Int64(stepSeconds) * 1000
    self.participants = participants.map(Timeline.init)
  }

  /// Looks through windows, which stand in order and do not overlap.
  ///
  /// - Parameters:
  ///   - limit: of starts found in each window, so that none is left empty for the ones before it.
  ///   - canCome: whether one of the participants, by number, can be at a slot that begins then and go on from
  ///     it; asked of those who are free, and only where it matters.
  /// - Complexity: O(busy log busy + starts x participants x log busy), and as many questions as starts x
  ///   participants at most.
  public func windows(
    _ spans: [(start: Instant, end: Instant)], limit: Int = 1000,
    canCome: (_ participant: Int, _ start: Instant) -> Bool = { _, _ in true }
  ) -> [Window] {
    spans.map { span in
      var left = max(0, limit)
      var window = Window(start: span.start, end: span.end)
      var fewest = Int.max
      var start = span.start.milliseconds
      while start + duration <= span.end.milliseconds {
        let missing = hindered(start, fewerThan: window.starts.isEmpty ? fewest : 1, canCome)
        if let missing, missing.isEmpty {
          guard left > 0 else { break }
          left -= 1
          window.starts.append(Instant(milliseconds: start))
          window.nearest = nil
          fewest = 0
        } else if let missing, missing.count < fewest {
          fewest = missing.count
          window.nearest = (
            Instant(milliseconds: start),
            missing.map { Hindrance(account: participants[$0.who].account, reason: $0.reason) }
          )
        }
        start += step
      }
      return window
    }
  }

  /// Who cannot come to a slot that begins at `start`; nil if that is `most` or more.
  private func hindered(
    _ start: Int64, fewerThan most: Int, _ canCome: (Int, Instant) -> Bool
  ) -> [(who: Int, reason: Reason)]? {
    var reasons = [Reason?](repeating: nil, count: participants.count)
    var count = 0
    for (who, calendar) in participants.enumerated()
    where calendar.busy.overlap(start, start + duration) {
      reasons[who] = .busy
      count += 1
      if count >= most { return nil }
    }
    // Ways take longer to know than calendars.
    for who in participants.indices where reasons[who] == nil {
      guard !canCome(who, Instant(milliseconds: start)) else { continue }
      reasons[who] = .way
      count += 1
      if count >= most { return nil }
    }
    return reasons.enumerated().compactMap { who, reason in reason.map { (who, $0) } }
  }

  /// One participant's times, merged, for binary search.
  private struct Timeline: Sendable {
    let account: EntityID
    /// What stands in the calendar, merged; in order and apart.
    let busy: Spans

    init(_ participant: SlotParticipant) {
      account = participant.account
      busy = Spans(participant.busy.map { ($0.start.milliseconds, $0.end.milliseconds) })
    }
  }

  /// Half-open spans of milliseconds, in order and apart.
  private struct Spans: Sendable {
    private var starts: [Int64] = []
    private var ends: [Int64] = []

    init(_ spans: [(start: Int64, end: Int64)]) {
      for span in spans.sorted(by: { $0.start < $1.start }) where span.end > span.start {
        if let last = ends.last, span.start <= last {
          ends[ends.count - 1] = max(last, span.end)
        } else {
          starts.append(span.start)
          ends.append(span.end)
        }
      }
    }

    func overlap(_ start: Int64, _ end: Int64) -> Bool {
      // The first that ends after `start`.
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] > start { high = middle } else { low = middle + 1 }
      }
      return low < starts.count && starts[low] < end
    }
  }
}
