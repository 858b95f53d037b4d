/// How long a change between two rides takes at least, where the feed's transfers.txt does not say.
///
/// Timetables are not kept to the second, and stations are walked through with luggage: without a
/// margin most of the quickest journeys would leave under a minute for a change.
///
/// - Thread: pure.
public struct ChangeRule: Hashable, Sendable {
  /// What holds unless a traveller says otherwise: two minutes, and a fifth more than the walk.
  public static let usual = ChangeRule(least: 120)

  /// Seconds between getting off and leaving; 0...``greatest``.
  public var least: Int
  /// What a walk between two stops takes in changing, in hundredths of its own time; 100...1000.
  ///
  /// A change on foot takes ``least`` at any rate.
  public var walkPercent: Int

  /// The longest that may be asked for, in seconds.
  public static let greatest = 3600

  public init(least: Int, walkPercent: Int = 120) {
    self.least = min(max(least, 0), ChangeRule.greatest)
    self.walkPercent = min(max(walkPercent, 100), 1000)
  }
}
