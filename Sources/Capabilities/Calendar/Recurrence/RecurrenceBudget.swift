/// How much following of recurrence rules something may cost, counted in days that are looked at.
///
/// A rule is outside data and can be made to lead nowhere for centuries, so whatever follows one
/// takes its steps from a budget. A step takes about 50 ns.
///
/// - Thread: confined.
public struct RecurrenceBudget: Sendable {
  /// For one rule: every day from its start to the last year that rules are followed to.
  public static let ofRule = 250_000
  /// For one request, and for one file that is imported.
  public static let ofRequest = 5_000_000
  /// What it costs to find out when a clock shows a time, beside looking at its day.
  static let resolving = 4

  /// Steps that are left.
  private(set) var left: Int
  /// Whether something had to end for want of steps.
  public private(set) var isSpent = false

  public init(_ steps: Int) { left = steps }

  /// Takes steps; false if they are not there any more.
  mutating func take(_ steps: Int) -> Bool {
    guard left >= steps else {
      isSpent = true
      return false
    }
    left -= steps
    return true
  }

  /// Hands over at most `steps` of it, and takes back what is left of them.
  ///
  /// - Returns: what `body` returns, and whether the steps were too few.
  mutating func lending<Result>(
    _ steps: Int = Self.ofRule, _ body: (inout RecurrenceBudget) -> Result
  ) -> (result: Result, isSpent: Bool) {
    var part = RecurrenceBudget(min(steps, left))
    let given = part.left
    let result = body(&part)
    left -= given - part.left
    if part.isSpent, given < steps { isSpent = true }
    return (result, part.isSpent)
  }
}
