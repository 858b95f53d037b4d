import Base
import Geodesy

/// A position of a track, or a place of its own.
///
/// - Thread: pure.
public struct TrackPoint: Hashable, Sendable {
  public var position: LonLat
  /// Metres as the file gives them; GPX and KML mean heights above the geoid.
  public var height: Double?
  public var name: String?
  /// Plain text.
  public var description: String?
  public var time: Instant?

  public init(
    _ position: LonLat, height: Double? = nil, name: String? = nil, description: String? = nil,
    time: Instant? = nil
  ) {
    self.position = position
    self.height = height
    self.name = name
    self.description = description
    self.time = time
  }
}

/// A named line in one or several pieces: a GPX route (one piece) or track.
///
/// - Thread: pure.
public struct TrackLine: Hashable, Sendable {
  public var name: String?
  /// Plain text.
  public var description: String?
  public var segments: [[TrackPoint]]

  public init(name: String? = nil, description: String? = nil, segments: [[TrackPoint]]) {
    self.name = name
    self.description = description
    self.segments = segments
  }

  /// All positions in order, the gaps between pieces closed; repeated positions left out.
  public var positions: [LonLat] {
    var result: [LonLat] = []
    for point in segments.joined() where result.last != point.position {
      result.append(point.position)
    }
    return result
  }
}
