import Base

/// Spans of time that neither overlap nor touch, in order.
///
/// - Thread: pure.
public struct Intervals: Hashable, Sendable {
  /// One span; its end does not belong to it.
  public struct Span: Hashable, Sendable {
    public var start: Instant
    public var end: Instant

    public init(_ start: Instant, _ end: Instant) {
      self.start = start
      self.end = end
    }
  }

  /// In order of time.
  public private(set) var spans: [Span]

  /// Puts spans together, in any order; those without a duration are left out.
  ///
  /// - Complexity: O(n log n); O(n) for spans that are in order.
  public init(_ given: [Span] = []) {
    spans = []
    let isInOrder = zip(given, given.dropFirst()).allSatisfy { $0.start <= $1.start }
    for span in isInOrder ? given : given.sorted(by: { $0.start < $1.start })
    where span.start < span.end {
      if let last = spans.last, span.start <= last.end {
        spans[spans.count - 1].end = max(last.end, span.end)
      } else {
        spans.append(span)
      }
    }
  }

  public var isEmpty: Bool { spans.isEmpty }

  /// What lies in one or the other.
  ///
  /// - Complexity: O(n log n).
  public func union(_ other: Intervals) -> Intervals { Intervals(spans + other.spans) }

  /// What of a span lies in none of these: free time, if these are busy.
  ///
  /// - Complexity: linear.
  public func gaps(in span: Span) -> Intervals {
    var free: [Span] = []
    var from = span.start
    for busy in spans where busy.end > span.start && busy.start < span.end {
      free.append(Span(from, busy.start))
      from = max(from, busy.end)
    }
    free.append(Span(from, span.end))
    return Intervals(free.filter { $0.start < $0.end })
  }

  /// What lies in both.
  ///
  /// - Complexity: linear.
  public func intersection(_ other: Intervals) -> Intervals {
    var found: [Span] = []
    var (a, b) = (0, 0)
    while a < spans.count, b < other.spans.count {
      let (first, second) = (spans[a], other.spans[b])
      let common = Span(max(first.start, second.start), min(first.end, second.end))
      if common.start < common.end { found.append(common) }
      if first.end < second.end { a += 1 } else { b += 1 }
    }
    return Intervals(found)
  }

  /// Whether any of these overlaps a span.
  ///
  /// - Complexity: O(log n).
  public func overlaps(_ span: Span) -> Bool {
    // The first that ends behind the beginning.
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end > span.start { high = middle } else { low = middle + 1 }
    }
    return low < spans.count && spans[low].start < span.end
  }
}
