import Geodesy

/// What a camera sees.
///
/// - Thread: a value.
public struct View: Hashable, Sendable {
  /// One object in the picture.
  public struct Item: Hashable, Sendable {
    public internal(set) var id: UInt32
    /// Metres in a straight line from the camera to the object's origin.
    public let distance: Double
    /// Degrees clockwise from north, 0..<360, to the object's origin; 0 straight above or below.
    public let bearing: Double
    /// Degrees above the camera's horizontal plane, -90...90, to the object's origin.
    public let elevation: Double
    /// The rectangle around the part of its box inside of the picture.
    public let screen: ScreenBox
    /// The pixels of its box's middle, in or beyond the picture; nil if that is not in front.
    public let middle: Pixel?
    /// Degrees that the ball around its box takes up; 180 from inside of the ball.
    public let angularSize: Double
    /// The object's origin in metres east, north, up of the camera.
    public let enu: Vector3
    /// Turns the object's own axes into the camera's east, north, up.
    ///
    /// A device that knows its orientation better by now places the object by these two.
    public let quaternion: Quaternion
    /// The object's origin in the camera's own axes: metres forward, left, up.
    public let own: Vector3
    /// Turns the object's own axes into the camera's own axes.
    public let ownQuaternion: Quaternion
    /// The part of the object, 0...1, that neither buildings nor ground hide.
    public let visibleFraction: Double
    public let level: DetailLevel
  }

  /// A point of the picture's plane.
  public struct Pixel: Hashable, Sendable {
    public var x: Double
    public var y: Double
  }

  /// How many candidates are not shown, each counted once, by the first reason that holds.
  public struct Hidden: Hashable, Sendable {
    /// Farther than the range; nil if the caller did not say how many there are at all.
    public var beyondRange: Int?
    public var outOfView = 0
    public var tooSmall = 0
    public var occluded = 0
    public var cluttered = 0
  }

  /// Nearest first, then by number.
  public var items: [Item] = []
  public var hidden = Hidden()
  /// False if there were more candidates in range than are looked at; the nearest were.
  public var isComplete = true
}
