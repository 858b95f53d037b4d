import SpatialIndex

/// What views are computed in: keep one per thread and use it again.
///
/// - Thread: confined.
public struct ViewWorkspace {
  var survey = CandidateCulling()
  var sight = Sight()
  var entries: [Declutter.Entry] = []
  var hits = SpatialHits()

  public init() {}
}
