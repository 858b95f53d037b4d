import Notifications
import Registration

/// What the rest must know of objects, instances, inventories and reactions.
///
/// - Parameters:
///   - access: who sees which object.
///   - notifications: tells authors whose instances a withdrawal takes away.
public func objectsCapability(
  access: ObjectAccess, notifications: any NotificationSink
) -> Capability {
  objectsDeclaration.with(
    personalData: [ObjectsPersonalData(notifications: notifications)],
    parts: [
      ReportableObjects(access: access, notifications: notifications), ReportableInstances(),
      InstanceDepartures(), InstanceZones(),
    ])
}

/// The same without what needs services: what is stored.
public let objectsDeclaration = Capability(
  "objects",
  schema: [objectsSchema],
  tables: [
    TableClaim(
      "objects", export: .yes("objects"), erasure: .yes("withdrawn, and lose name and owner"),
      rules: .yes("live-object-has-media")),
    TableClaim(
      "inventory_entries", export: .yes("inventory"), erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "instances", export: .yes("instances"), erasure: .yes("deleted"),
      rules: .yes("instance-has-live-object")),
    TableClaim(
      "instance_realms", export: .yes("instances"), erasure: .yes("deleted with the instances"),
      rules: .yes("instance-is-shared")),
    TableClaim("reactions", export: .yes("reactions"), erasure: .yes("deleted"), rules: .declared),
  ],
  invariants: objectInvariants)
