import Access
import Base
import GeoFormats
import Geodesy
import Visibility

/// The question of a camera what it sees.
///
/// - Thread: pure.
public struct ViewRequest: Sendable {
  /// Objects shown at most that one may ask for.
  public static let limits = 1...200

  public var camera: Camera
  /// Whether the camera's height is to be that of the ground below it and what it is above that.
  public var isHeightFromGround = false
  /// The sub-realm whose instances are asked for (RI-FR2).
  public var realm: EntityID
  /// The tour that the camera's user is on.
  public var tour: EntityID?
  /// Most objects; nil for the usual number.
  public var limit: Int?
  /// What was shown before, in any order.
  public var previous: [EntityID]

  public init(
    camera: Camera, realm: EntityID, tour: EntityID? = nil, limit: Int? = nil,
    previous: [EntityID] = []
  ) {
    self.camera = camera
    self.realm = realm
    self.tour = tour
    self.limit = limit
    self.previous = previous
  }

  /// Reads `pose`, `axes`, `fieldOfView`, `viewport`, `range`, `aboveGround`, `realm`, `tour`,
  /// `limit` and `previous`.
  ///
  /// - Throws: `invalid` with every wrong member.
  public init(reading fields: JSONFields) throws(Refusal) {
    let (pose, hasHeight) = GeoPose.camera(reading: fields, "pose")
    isHeightFromGround = !hasHeight
    let axes = fields.optional("axes") { $0.choice("axes", CameraAxes.self) } ?? .forwardX
    let fieldOfView = fields.object("fieldOfView") { angles in
      Camera.FieldOfView(
        horizontal: angles.number("horizontal", 0...180),
        vertical: angles.number("vertical", 0...180)
      )
    }
    let viewport = fields.object("viewport") { sides in
      Camera.Viewport(
        width: sides.integer("width", Camera.sides), height: sides.integer("height", Camera.sides))
    }
    let range = fields.optional("range") { $0.number("range", 0...Camera.maximumRange) }
    let aboveGround = fields.optional("aboveGround") {
      $0.number("aboveGround", Camera.heightsAboveGround)
    }
    realm =
      fields.value("realm") == .string("public") ? SubRealmID.publicRealm : fields.id("realm")
    tour = fields.optional("tour") { $0.id("tour") }
    limit = fields.optional("limit") { $0.integer("limit", ViewRequest.limits) }
    previous =
      fields.optional("previous") {
        $0.array("previous", 0...VisibilityEngine.maximumHistory) { $0.id($1) }
      } ?? []
    if !hasHeight, aboveGround == nil {
      fields.reject("pose", "must have h in its position, or aboveGround must be there")
    }
    try fields.finish()
    guard let fieldOfView, let viewport else {
      throw .invalid("/fieldOfView", "and viewport are required")
    }
    do throws(Refusal) {
      camera = try Camera(
        validating: pose, convention: (axes ?? .forwardX).convention, fieldOfView: fieldOfView,
        viewport: viewport, range: range ?? Camera.defaultRange,
        aboveGround: aboveGround ?? Camera.usualAboveGround)
    } catch {
      throw Refusal(.invalid, "invalid-content", error.detail, violations: error.violations)
    }
  }
}

/// Along which of its own axes a device's camera looks, as requests name it.
public enum CameraAxes: String, Sendable, CaseIterable {
  /// Along +x, with its left along +y: GeoPose.
  case forwardX
  /// Along -z, with its right along +x: WebXR, ARCore, ARKit, glTF.
  case backwardZ

  var convention: Camera.Convention {
    switch self {
    case .forwardX: .forwardX
    case .backwardZ: .backwardZ
    }
  }
}
