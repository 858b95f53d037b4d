import Notifications
import Registration

/// What the rest must know of objects, instances, inventories and reactions.
///
/// - Parameters:
///   - rights: who sees which object.
///   - notifications: tells authors whose instances a withdrawal takes away.
public func objectsCapability(
  rights: ObjectRights, notifications: any NotificationSink
) -> Capability {
  objectsDeclaration.with(
    personalData: [
      ObjectsPersonalData(rights: rights, notifications: notifications), ScansPersonalData(),
    ],
    parts: [
      ReportableObjects(rights: rights, notifications: notifications), ReportableInstances(),
      InstanceDepartures(), InstanceZones(), ObjectPictures(rights: rights),
    ])
}

/// The same without what needs services: what is stored.
public let objectsDeclaration = Capability(
  "objects",
  schema: [objectsSchema],
  tables: [
    TableClaim(
      "objects", export: .yes("objects"),
      erasure: .yes("withdrawn, and lose name and owner; what was sold loses its owner"),
      rules: .yes("live-object-has-media")),
    TableClaim(
      "inventory_entries", export: .yes("inventory"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "instances", export: .yes("instances"), erasure: .yes("deleted"),
      rules: .yes("instance-is-shared")),
    TableClaim(
      "instance_realms", export: .yes("instances"), erasure: .yes("deleted with the instances"),
      rules: .yes("instance-is-shared")),
    TableClaim("reactions", export: .yes("reactions"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "scan_requests", export: .yes("scanRequests"), erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: objectInvariants,
  parts: ObjectsSettings.all + [InstanceLayer(), NotificationKind.scanDecided])
