/// A way between a place and a stop: at the start of a journey to it, at the end from it.
public struct StopAccess: Hashable, Sendable {
  /// Position in ``Timetable/stops``.
  public var stop: Int
  /// 0...86,400.
  public var seconds: Int
  /// Metres walked, 0...1,000,000; 0 for a way by bicycle or car.
  public var metres: Int
  /// How many of ``seconds`` one stands at the stop before what leaves there; 0 at the end of a journey.
  public var margin: Int

  public init(stop: Int, seconds: Int, metres: Int, margin: Int = 0) {
    (self.stop, self.seconds, self.metres, self.margin) = (stop, seconds, metres, margin)
  }
}
