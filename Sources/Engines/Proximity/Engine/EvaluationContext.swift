import Base

/// What all points of one call are held against.
struct EvaluationContext: Sendable {
  let now: Instant
  let zones: ZoneSnapshot
  let visible: VisibleRealms
  /// Of the zones and whose count, to recognise them.
  let stamp: UInt64

  init(now: Instant, zones: ZoneSnapshot, visible: VisibleRealms) {
    (self.now, self.zones, self.visible) = (now, zones, visible)
    stamp = zones.stamp(visible)
  }

  /// What a device is inside of, as far as it is still there and visible, in the order of identifiers.
  func present(_ inside: [DeviceState.Inside]) -> [ProximityUpdate.Presence] {
    var result: [ProximityUpdate.Presence] = []
    result.reserveCapacity(inside.count)
    for here in inside {
      guard let record = zones.table.existing(here.slot), record.id == here.zone,
        visible.sees(zones.table.sharings[Int(record.sharing)])
      else { continue }
      result.append(.init(zone: record.id, kind: zones.table.kinds[Int(record.kind)]))
    }
    if result.count > 1 { result.sort { $0.zone < $1.zone } }
    return result
  }
}
