import Base
import Geodesy
import SpatialIndex

/// Finds what one point has entered and left.
///
/// - Thread: one at a time.
struct ZoneEvaluator {
  /// A movement of a device to a new point.
  struct Step {
    /// The point before, if the line from there is to be followed.
    var from: DeviceState.Last?
    /// Metres of that line; 0 if there is none.
    var length: Double
    var to: LonLat
    var accuracy: Double
  }

  let rule: FixRule
  private(set) var entered: [UInt32] = []
  private(set) var left: [UInt32] = []
  private var cells: [UInt64] = []
  private var safe = 0.0
  // The last sharing asked about: neighbouring zones often have the same.
  private var knownSharing = UInt32.max
  private var isKnownVisible = false

  init(rule: FixRule) { self.rule = rule }

  /// Changes `inside`, fills ``entered`` and ``left`` with slots, and returns the circle around the
  /// point where nothing will happen.
  mutating func evaluate(
    _ step: Step, inside: inout [DeviceState.Inside], at moment: EvaluationContext
  ) -> SafeRegion {
    let (zones, visible) = (moment.zones, moment.visible)
    entered.removeAll(keepingCapacity: true)
    left.removeAll(keepingCapacity: true)
    knownSharing = .max
    safe = Ruler.reach
    let ruler = Ruler(at: step.to)
    leave(step, ruler, &inside, zones, visible)
    enter(step, ruler, &inside, zones, visible)
    // A centimetre for rounding.
    return SafeRegion(
      around: step.to, metres: safe - 0.01, stamp: moment.stamp)
  }

  private mutating func leave(
    _ step: Step, _ ruler: Ruler?, _ inside: inout [DeviceState.Inside], _ zones: ZoneSnapshot,
    _ visible: VisibleRealms
  ) {
    var i = 0
    while i < inside.count {
      let here = inside[i]
      guard let record = zones.table.existing(here.slot), record.id == here.zone,
        isVisible(record.sharing, zones, visible)
      else {
        inside.remove(at: i)
        continue
      }
      let gap = gap(here.slot, record, step, ruler, zones, limit: 1_000)
      if gap > rule.margin(accuracy: step.accuracy) {
        inside.remove(at: i)
        left.append(here.slot)
      } else {
        safe = min(safe, rule.settings.leaveMargin - gap)
        i += 1
      }
    }
  }

  private mutating func enter(
    _ step: Step, _ ruler: Ruler?, _ inside: inout [DeviceState.Inside], _ zones: ZoneSnapshot,
    _ visible: VisibleRealms
  ) {
    let (lon, lat) = (step.to.lon * 1e7, step.to.lat * 1e7)
    let least = ruler?.leastMetresPerE7
    findCells(step, least, zones.levels)
    for level in 0..<CellGrid.levelCount where zones.levels & (1 << UInt32(level)) != 0 {
      guard let least else {
        safe = 0
        break
      }
      safe = min(
        safe, CellGrid.distanceToEdge(lonE7: lon, latE7: lat, level: level, least: least))
    }
    for key in cells {
      let range = zones.base.range(of: key)
      if !range.isEmpty {
        zones.base.forEach(in: range) {
          look($0, .base, lon, lat, step, ruler, &inside, zones, visible)
        }
      }
      if zones.overlay.entryCount > 0 {
        zones.overlay.forEach(in: zones.overlay.range(of: key)) {
          look($0, .overlay, lon, lat, step, ruler, &inside, zones, visible)
        }
      }
    }
  }

  /// Rules most entries out; looks at the others' zones.
  @inline(__always)
  private mutating func look(
    _ entry: ZoneEntry, _ home: ZoneTable.Home, _ lon: Double, _ lat: Double, _ step: Step,
    _ ruler: Ruler?, _ inside: inout [DeviceState.Inside], _ zones: ZoneSnapshot,
    _ visible: VisibleRealms
  ) {
    if !entry.isArea, let ruler {
      var east = Double(entry.lonE7)
      if east - lon > 1_800_000_000 { east -= 3_600_000_000 }
      if lon - east > 1_800_000_000 { east += 3_600_000_000 }
      let squared = ruler.squaredDistance(lonE7: east, latE7: Double(entry.latE7))
      if ruler.isInReach(lonE7: east, latE7: Double(entry.latE7)) {
        // Nothing within the line's length and what is safe anyway.
        let far = Double(entry.radius) + entry.slack + max(step.length, safe)
        if squared > far * far, far < Ruler.reach { return }
      } else if Double(entry.radius) + max(step.length, safe) < Ruler.reach - 1 {
        return
      }
    }
    consider(entry.slot, home, step, ruler, &inside, zones, visible)
  }

  private mutating func consider(
    _ slot: UInt32, _ home: ZoneTable.Home, _ step: Step, _ ruler: Ruler?,
    _ inside: inout [DeviceState.Inside], _ zones: ZoneSnapshot, _ visible: VisibleRealms
  ) {
    let record = zones.table.record(slot)
    guard record.home == home, isVisible(record.sharing, zones, visible) else { return }
    if inside.contains(where: { $0.slot == slot }) { return }
    let gap = gap(
      slot, record, step, ruler, zones, limit: max(step.length, safe) + 1)
    let isInside = gap <= 0
    var isTouched = isInside
    var accuracy = step.accuracy
    // What was just left is not crossed once more on the way out.
    if !isInside, let from = step.from, gap <= step.length + 0.05, !left.contains(slot) {
      accuracy = max(accuracy, from.accuracy)
      isTouched =
        zones.table.shape(slot, record)?.touches(lineFrom: from.position, to: step.to)
        ?? false
    }
    guard isTouched else {
      safe = min(safe, gap)
      return
    }
    let size = record.isArea ? zones.table.area(slot)?.size ?? 0 : record.radius
    guard rule.canEnter(zoneSize: size, accuracy: accuracy),
      inside.count < rule.settings.zonesInside
    else {
      // Inside, but not known to be: every further point may show it.
      safe = min(safe, isInside ? 0 : gap)
      return
    }
    entered.append(slot)
    if gap > rule.margin(accuracy: step.accuracy) {
      left.append(slot)
      safe = min(safe, gap)
    } else {
      inside.append(DeviceState.Inside(slot: slot, zone: record.id))
      safe = min(safe, rule.settings.leaveMargin - gap)
    }
  }

  private mutating func isVisible(
    _ sharing: UInt32, _ zones: ZoneSnapshot, _ visible: VisibleRealms
  ) -> Bool {
    if sharing == knownSharing { return isKnownVisible }
    knownSharing = sharing
    isKnownVisible = visible.sees(zones.table.sharings[Int(sharing)])
    return isKnownVisible
  }

  /// Metres to the border, negative inside; exact up to `limit`, and its sign always.
  private func gap(
    _ slot: UInt32, _ record: ZoneTable.Record, _ step: Step, _ ruler: Ruler?,
    _ zones: ZoneSnapshot, limit: Double
  ) -> Double {
    let p = step.to
    guard record.isArea else {
      guard let ruler else { return Geodesic.distance(from: record.centre, to: p) - record.radius }
      let gap = ruler.distance(to: record.centre) - record.radius
      // The ruler is not sure of the last half millimetre.
      if abs(gap) < 0.001 || abs(gap - rule.margin(accuracy: step.accuracy)) < 0.001 {
        return Geodesic.distance(from: record.centre, to: p) - record.radius
      }
      return gap
    }
    guard let area = zones.table.area(slot) else { return limit }
    return area.signedDistance(from: p, ruler: ruler, limit: min(limit, Ruler.reach))
  }

  /// All cells that the line touches.
  private mutating func findCells(
    _ step: Step, _ least: (lon: Double, lat: Double)?, _ levels: UInt32
  ) {
    cells.removeAll(keepingCapacity: true)
    if let least, step.length < 400 {
      let east = step.length / least.lon + 2
      let north = step.length / least.lat + 2
      let (lon, lat) = (step.to.lon * 1e7, step.to.lat * 1e7)
      if abs(lon) + east < 1_800_000_000 {
        addCells(
          FixedBox(
            west: Int32(lon - east), south: Int32(lat - north), east: Int32(lon + east),
            north: Int32(lat + north)), levels)
        return
      }
    }
    guard let from = step.from, step.length > 0 else {
      addCells(around: step.to, metres: 0, levels)
      return
    }
    let pieces = max(1, (step.length / 300).rounded(.up))
    let line = Geodesic.inverse(from: from.position, to: step.to)
    for i in stride(from: 0.5, to: pieces, by: 1) {
      let middle = Geodesic.destination(
        from: from.position, bearingDegrees: line.initialBearing,
        distanceMetres: line.distance * i / pieces)
      addCells(around: middle, metres: line.distance / pieces / 2, levels)
    }
    cells.sort()
    var kept = 0
    for key in cells where kept == 0 || cells[kept - 1] != key {
      cells[kept] = key
      kept += 1
    }
    cells.removeSubrange(kept...)
  }

  private mutating func addCells(around p: LonLat, metres: Double, _ levels: UInt32) {
    guard let circle = Bounds.circle(around: p, metres: metres + 0.1) else { return }
    for box in FixedBox.boxes(circle) { addCells(box, levels) }
  }

  @inline(__always)
  private mutating func addCells(_ box: FixedBox, _ levels: UInt32) {
    var rest = levels
    while rest != 0 {
      let level = rest.trailingZeroBitCount
      rest &= rest &- 1
      CellGrid.forEachCell(of: box, level: level) { cells.append($0) }
    }
  }
}
