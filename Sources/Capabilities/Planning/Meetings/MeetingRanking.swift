/// Puts places in order by the ways that people have to them.
///
/// Whoever asks must not learn from the order, nor from what is told of the ways, where others set
/// out: their times are rounded up before anything is made of them. Only the own one is exact.
///
/// - Thread: pure.
public struct MeetingRanking: Sendable {
  /// What makes one place better than another.
  public enum Order: String, Sendable, CaseIterable {
    /// The longest way is short.
    case longest
    /// All ways together are short.
    case sum
    /// Ways differ little, among places to which nobody's way is much longer than it has to be.
    case fairness
  }

  /// The ways to one place, without names.
  public struct Spread: Hashable, Sendable {
    /// Whole seconds, rounded up to the grain.
    public var shortest: Int
    public var median: Int
    public var longest: Int
    /// Of all ways.
    var sum: Int
  }

  /// Seconds to which the times of others are rounded up.
  public let grain: Int
  private let order: Order

  /// - Parameter others: how many of those whose ways are known are not the one who asks. Of few, less
  ///   is told.
  public init(_ order: Order, others: Int) {
    self.order = order
    grain = others >= 3 ? 300 : 600
  }

  /// What the ways of some people to one place are like; nil without people.
  public func spread(_ seconds: [Double]) -> Spread? {
    let rounded = seconds.map(rounded).sorted()
    guard let first = rounded.first, let last = rounded.last else { return nil }
    return Spread(
      shortest: first, median: rounded[rounded.count / 2], longest: last,
      sum: rounded.reduce(0, +))
  }

  private func rounded(_ seconds: Double) -> Int {
    // A way of more than a week is no way.
    let steps = (min(max(seconds, 0), 604_800) / Double(grain)).rounded(.up)
    return max(1, Int(exactly: steps) ?? 1) * grain
  }

  /// The places in their order, by their numbers; equally good ones by the own way, then as given.
  ///
  /// - Complexity: O(n log n).
  public func ranked(_ spreads: [Spread], own: [Double?]) -> [Int] {
    let best = spreads.map(\.longest).min() ?? 0
    // Nobody goes far only so that all go equally far.
    let bearable = best + best / 2 + grain
    func key(_ number: Int) -> (Int, Int, Int, Double, Int) {
      let spread = spreads[number]
      let own = own[number] ?? 0
      return switch order {
      case .longest: (0, spread.longest, spread.sum, own, number)
      case .sum: (0, spread.sum, spread.longest, own, number)
      case .fairness:
        (
          spread.longest <= bearable ? 0 : 1, spread.longest - spread.shortest, spread.longest,
          own, number
        )
      }
    }
    return spreads.indices.map(key).sorted { $0 < $1 }.map(\.4)
  }
}
