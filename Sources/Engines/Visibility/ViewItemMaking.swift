import Foundation
import Geodesy

extension View.Item {
  /// What a camera's user is told about a body in the picture.
  init(
    id: UInt32, ball: Body.Ball, body: Body, screen: ScreenBox, visibleFraction: Double, eye: Eye,
    rules: ViewRules
  ) {
    let centre = ball.centre - eye.ecef
    let origin = centre + Vector3(body.origin)
    let enu = eye.enu.components(of: origin)
    let middle = eye.own.components(of: centre)
    let level = (enu.x * enu.x + enu.y * enu.y).squareRoot()
    let degrees = 180 / Double.pi
    self.id = id
    distance = origin.length
    bearing = level > 0 ? Geodesic.turn(atan2(enu.x, enu.y) * degrees) : 0
    elevation = atan2(enu.z, level) * degrees
    self.screen = screen
    if middle.x >= Camera.near {
      let pixel = eye.pixel(middle)
      self.middle = View.Pixel(x: pixel.x, y: pixel.y)
    } else {
      self.middle = nil
    }
    angularSize = AngularSize.degrees(radius: ball.radius, distance: centre.length)
    self.enu = enu
    quaternion = eye.enuFromEarth * body.rotation
    own = eye.own.components(of: origin)
    ownQuaternion = eye.camera.pose.orientation.conjugate * quaternion
    self.visibleFraction = visibleFraction
    self.level = rules.level(degrees: angularSize) ?? .label
  }
}
