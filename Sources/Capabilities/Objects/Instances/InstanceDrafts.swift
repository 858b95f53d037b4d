import Access
import Base
import GeoFormats
import Geodesy

/// An object to be placed.
public struct InstanceDraft: Sendable {
  public var object: EntityID
  public var placement: Placement

  public init(object: EntityID, placement: Placement) {
    self.object = object
    self.placement = placement
  }

  /// Reads `object`, `realms`, `pose`, `scale`, `priority`, `trigger` and a caption.
  public init(reading fields: JSONFields) {
    object = fields.id("object")
    placement = Placement(
      realms: Placement.realms(reading: fields), pose: GeoPose(reading: fields, "pose"),
      scale: fields.optional("scale") { $0.number("scale", Placement.scales) } ?? 1,
      priority: fields.optional("priority") { $0.integer("priority", Placement.priorities) }
        ?? Placement.usualPriority,
      triggerRadius: fields.optional("trigger") { Placement.triggerRadius(reading: $0) } ?? nil,
      caption: Caption(reading: fields))
  }
}

/// A change of a placement; nil leaves a part as it is.
public struct InstanceChanges: Sendable {
  public var realms: [EntityID]?
  public var pose: GeoPose?
  public var scale: Double?
  public var priority: Int?
  /// The inner nil takes the trigger away.
  public var triggerRadius: Double??
  public var caption: CaptionChanges

  public init(
    realms: [EntityID]? = nil, pose: GeoPose? = nil, scale: Double? = nil, priority: Int? = nil,
    triggerRadius: Double?? = nil, caption: CaptionChanges = CaptionChanges()
  ) {
    self.realms = realms
    self.pose = pose
    self.scale = scale
    self.priority = priority
    self.triggerRadius = triggerRadius
    self.caption = caption
  }

  /// Reads the members of a placement, all optional; `"trigger": null` takes it away.
  public init(reading fields: JSONFields) {
    realms = fields.optional("realms") { Placement.realms(reading: $0) }
    pose = fields.optional("pose") { GeoPose(reading: $0, "pose") }
    scale = fields.optional("scale") { $0.number("scale", Placement.scales) }
    priority = fields.optional("priority") { $0.integer("priority", Placement.priorities) }
    if fields.isNull("trigger") {
      triggerRadius = .some(nil)
    } else {
      triggerRadius = fields.optional("trigger") { Placement.triggerRadius(reading: $0) }
    }
    caption = CaptionChanges(reading: fields)
  }

  func applied(to old: Placement) -> Placement {
    Placement(
      realms: realms ?? old.realms, pose: pose ?? old.pose, scale: scale ?? old.scale,
      priority: priority ?? old.priority, triggerRadius: triggerRadius ?? old.triggerRadius,
      caption: caption.applied(to: old.caption))
  }
}

extension Placement {
  /// Reads an array of identifiers; `public` stands for the public sub-realm.
  static func realms(reading fields: JSONFields) -> [EntityID] {
    fields.array("realms", 1...maximumRealms) { element, index in
      element.described(
        index, as: .oneOf([.id, .choice(["public"])]), placeholder: SubRealmID.publicRealm
      ) { element in
        element.value(index)?.string == "public" ? SubRealmID.publicRealm : element.id(index)
      }
    }
  }

  /// Reads `{"radius": metres}`.
  static func triggerRadius(reading fields: JSONFields) -> Double? {
    fields.object("trigger") { $0.number("radius", triggerRadii) }
  }
}
