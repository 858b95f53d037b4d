import Base
import Geodesy

/// How far a walker has come: a state machine that positions drive (UC4.10 to UC4.16).
///
/// One stop is the target; only it can be reached, and the next one becomes the target then. After
/// the last the run is completed, and its time and distance stand.
///
/// - Thread: pure.
struct RunProgress: Hashable, Sendable {
  /// A position that counted, from which the next piece of the way is measured.
  struct Anchor: Hashable, Sendable {
    var position: LonLat
    /// Metres.
    var accuracy: Double
    var at: Instant
  }

  /// What one position did.
  enum Outcome: Hashable, Sendable {
    /// Nothing: too vague, repeated, too late, or from another time.
    case ignored
    case moved
    /// The stop of this index was reached.
    case arrived(Int)
  }

  /// Positions with a worse accuracy than this, in metres, change nothing.
  static let worstAccuracy = 50.0
  /// What the accuracy of a position is taken for if the device does not tell, in metres.
  static let usualAccuracy = 5.0
  /// Steps shorter than this, in metres, may be noise and wait for the next position.
  static let shortestStep = 10.0
  /// Metres per second that nobody walks; such a step is an error of the receiver or a ride.
  static let fastest = 7.0
  /// Seconds after which an impossible step is believed without being counted.
  static let patience = 60.0

  /// How many stops have been reached, which is also the index of the target.
  var reached: Int
  /// Metres walked.
  var walked: Double
  /// The time of the position that completed the run, by the device's clock.
  var completedAt: Instant?
  /// The time of the last position that was not ignored, by the device's clock.
  var lastPointAt: Instant?
  var anchor: Anchor?

  /// Takes one position.
  ///
  /// The way is the sum of the geodesic steps between positions that lie at least
  /// ``shortestStep`` and twice the worse accuracy of both apart, so that noise is no way, and that
  /// can be walked in the time between.
  ///
  /// - Parameters:
  ///   - crossed: stops that the way from the position before to this one touches.
  ///   - latest: positions dated after this are ignored.
  /// - Complexity: O(1).
  mutating func take(
    _ point: RunPoint, on course: RunCourse, crossing crossed: Set<EntityID> = [],
    earliest: Instant, latest: Instant
  ) -> Outcome {
    let accuracy = point.accuracy ?? Self.usualAccuracy
    guard accuracy <= Self.worstAccuracy, point.at >= earliest, point.at <= latest,
      lastPointAt.map({ point.at > $0 }) ?? true
    else { return .ignored }
    lastPointAt = point.at
    guard completedAt == nil else { return .moved }
    measure(Anchor(position: point.position, accuracy: accuracy, at: point.at))
    guard course.targets.indices.contains(reached) else { return .moved }
    let target = course.targets[reached]
    guard target.contains(point.position) || target.stop.id.map(crossed.contains) == true else {
      return .moved
    }
    let index = reached
    reached += 1
    if reached == course.targets.count { completedAt = point.at }
    return .arrived(index)
  }

  private mutating func measure(_ here: Anchor) {
    guard let from = anchor else {
      anchor = here
      return
    }
    let step = Geodesic.distance(from: from.position, to: here.position)
    guard step >= max(Self.shortestStep, 2 * max(from.accuracy, here.accuracy)) else { return }
    let seconds = here.at.seconds(since: from.at)
    if step <= Self.fastest * seconds {
      walked += step
      anchor = here
    } else if seconds >= Self.patience {
      anchor = here
    }
  }
}
