import Base

/// What takes place at the same time as something else (TV-APP-19).
///
/// - Thread: pure.
public enum Overlaps {
  /// For each occurrence that overlaps others, one of them.
  ///
  /// What lasts no time overlaps what it falls into and what begins with it; whole days and what was
  /// cancelled stand in nobody's way.
  ///
  /// - Parameter occurrences: of one calendar, in order of time.
  /// - Complexity: O(occurrences).
  public static func others(in occurrences: [Occurrence]) -> [Occurrence.Key: Occurrence] {
    var found: [Occurrence.Key: Occurrence] = [:]
    // Whatever is still under way ends no later than this one.
    var longest: Occurrence?
    for next in occurrences where next.isTimed && next.item.status.isOn {
      if let before = longest, before.end > next.start || before.start == next.start {
        found[next.key] = before
        if found[before.key] == nil { found[before.key] = next }
      }
      if next.end >= longest?.end ?? next.end { longest = next }
    }
    return found
  }
}
