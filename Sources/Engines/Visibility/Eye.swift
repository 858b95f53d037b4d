import Foundation
import Geodesy

/// A camera made ready: its axes in earth-centred coordinates, and its projection.
struct Eye {
  let camera: Camera
  let frame: LocalFrame
  /// The camera's position, earth-centred metres.
  let ecef: Vector3
  /// Turns earth-centred axes into the east, north, up of the camera's position.
  let enuFromEarth: Quaternion
  /// East, north, up at the camera, earth-centred.
  let enu: Axes
  /// The camera's forward, left and up, earth-centred.
  let own: Axes
  /// Tangents of half the angles of view.
  let tanHorizontal: Double
  let tanVertical: Double
  private let halfWidth: Double
  private let halfHeight: Double

  init(_ camera: Camera) {
    self.camera = camera
    frame = camera.pose.frame
    ecef = Ellipsoid.ecef(camera.pose.position, height: camera.pose.height)
    let earth = Quaternion.earth(fromENUAt: camera.pose.position)
    enuFromEarth = earth.conjugate
    enu = Axes(earth)
    own = Axes(earth * camera.pose.orientation)
    tanHorizontal = tan(camera.fieldOfView.horizontal * .pi / 360)
    tanVertical = tan(camera.fieldOfView.vertical * .pi / 360)
    halfWidth = Double(camera.viewport.width) / 2
    halfHeight = Double(camera.viewport.height) / 2
  }

  /// Pixels of a point in own axes; its x must be positive.
  @inline(__always)
  func pixel(_ p: Vector3) -> (x: Double, y: Double) {
    (
      halfWidth - p.y / p.x / tanHorizontal * halfWidth,
      halfHeight - p.z / p.x / tanVertical * halfHeight
    )
  }
}
