import Base

/// When somebody cannot be at the meeting, widened by the ways that lead from it and to it.
///
/// - Thread: pure.
public struct BusyTime: Hashable, Sendable {
  public var start: Instant
  public var end: Instant
  /// Seconds of the way from the meeting to this, before `start`; 0 where no way is known.
  public var wayTo: Double
  /// Seconds of the way from this to the meeting, after `end`.
  public var wayFrom: Double

  public init(start: Instant, end: Instant, wayTo: Double = 0, wayFrom: Double = 0) {
    self.start = start
    self.end = end
    self.wayTo = wayTo
    self.wayFrom = wayFrom
  }
}

/// Somebody who is to take part, with when that is not possible.
public struct SlotParticipant: Hashable, Sendable {
  public var account: EntityID
  /// In any order; they may overlap.
  public var busy: [BusyTime]

  public init(account: EntityID, busy: [BusyTime]) {
    self.account = account
    self.busy = busy
  }
}

/// Finds the times at which all participants are free for so long, and can come and go in time.
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
  /// - Parameter limit: of starts found in each window, so that none is left empty for the ones before it.
  /// - Complexity: O(busy log busy + starts x participants x log busy).
  public func windows(_ spans: [(start: Instant, end: Instant)], limit: Int = 1000) -> [Window] {
    spans.map { span in
      var left = max(0, limit)
      var window = Window(start: span.start, end: span.end)
      var fewest = Int.max
      var start = span.start.milliseconds
      while start + duration <= span.end.milliseconds {
        let missing = hindered(start, fewerThan: window.starts.isEmpty ? fewest : 1)
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
  private func hindered(_ start: Int64, fewerThan most: Int) -> [(who: Int, reason: Reason)]? {
    var found: [(who: Int, reason: Reason)] = []
    for (who, calendar) in participants.enumerated() {
      guard let reason = calendar.reason(start, start + duration) else { continue }
      found.append((who, reason))
      if found.count >= most { return nil }
    }
    return found
  }

  /// One participant's times, merged, for binary search.
  private struct Timeline: Sendable {
    let account: EntityID
    /// What stands in the calendar, merged; in order and apart.
    private let busy: Spans
    /// The same with the ways.
    private let widened: Spans

    init(_ participant: SlotParticipant) {
      account = participant.account
      busy = Spans(participant.busy.map { ($0.start.milliseconds, $0.end.milliseconds) })
      widened = Spans(
        participant.busy.map { time in
          (
            time.start.adding(milliseconds: -Self.milliseconds(time.wayTo)).milliseconds,
            time.end.adding(milliseconds: Self.milliseconds(time.wayFrom)).milliseconds
          )
        })
    }

    /// Ways that are endless or unknown count as 31 days; rounded up to the millisecond.
    private static func milliseconds(_ seconds: Double) -> Int64 {
      guard seconds > 0 else { return 0 }
      return seconds < 2_678_400 ? Int64((seconds * 1000).rounded(.up)) : 2_678_400_000
    }

    func reason(_ start: Int64, _ end: Int64) -> Reason? {
      if !widened.overlap(start, end) { return nil }
      return busy.overlap(start, end) ? .busy : .way
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
