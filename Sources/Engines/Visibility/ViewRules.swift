import Base

/// What is worth showing, and how much of it at once.
///
/// - Thread: pure.
public struct ViewRules: Hashable, Sendable {
  /// From this angular size in degrees on, the full model is shown.
  public var fullDegrees = 4.0
  /// From this angular size in degrees on, a simplified box is shown; below, a label.
  public var boxDegrees = 1.0
  /// What appears smaller than this, in degrees, is hidden as too small.
  public var leastDegrees = 0.1
  /// An object with a lesser part in sight, 0...1, is hidden as occluded.
  public var leastVisibleFraction = 0.3
  /// A wall hides nothing that stands at most so many metres inside of it: positions are measured
  /// with errors, and objects hang on walls.
  public var wallGrace = 0.5
  /// No two shown screen boxes overlap by more than this part of the smaller one.
  public var maximumOverlap = 0.5
  /// So many are shown at most.
  public var maximumShown = 20
  /// By how much the worth (``Declutter``) of a newcomer must exceed that of an object shown before
  /// to take its place: 1 is a step of priority, 0.25 a quarter of the range nearer.
  public var margin = 0.25
  /// By how much less than ``maximumOverlap`` a newcomer may overlap, if some were shown before.
  public var newcomerSlack = 0.05
  /// At most so many candidates are looked at, the nearest.
  public var maximumCandidates = 250_000

  public init() {}

  /// At most so many ``maximumShown``.
  public static let maximumShown = 1_000

  /// - Throws: a ``Refusal`` that names every value out of its range.
  public func check() throws(Refusal) {
    var checks = Checks()
    checks.number(leastDegrees, 0...180, "/leastDegrees")
    checks.number(boxDegrees, 0...180, "/boxDegrees")
    checks.number(fullDegrees, 0...180, "/fullDegrees")
    checks.number(leastVisibleFraction, 0...1, "/leastVisibleFraction")
    checks.number(wallGrace, 0...100, "/wallGrace")
    checks.number(maximumOverlap, 0...1, "/greatestOverlap")
    checks.integer(maximumShown, 0...ViewRules.maximumShown, "/mostShown")
    checks.number(margin, 0...1_000, "/margin")
    checks.number(newcomerSlack, 0...1, "/newcomerSlack")
    checks.integer(maximumCandidates, 1...10_000_000, "/mostCandidates")
    try checks.finish("invalid-rules", "The rule of views")
  }

  /// What to show of something of this angular size; nil if it is too small.
  public func level(degrees: Double) -> DetailLevel? {
    if !(degrees >= leastDegrees) { return nil }
    return degrees >= fullDegrees ? .full : degrees >= boxDegrees ? .box : .label
  }
}
