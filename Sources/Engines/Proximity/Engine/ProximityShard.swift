import Base
import Geodesy

/// The devices of a part of all accounts.
///
/// - Thread: one at a time.
struct ProximityShard: Sendable {
  private let rule: FixRule
  private var evaluator: ZoneEvaluator
  private var devices = DeviceTable()
  private var lastSweep = Int64.min

  init(settings: ProximitySettings) {
    rule = FixRule(settings: settings)
    evaluator = ZoneEvaluator(rule: rule)
  }

  private var settings: ProximitySettings { rule.settings }

  var deviceCount: Int { devices.count }

  /// A copy of what is remembered of a device, for tests.
  func state(of key: DeviceKey) -> DeviceState? { devices.find(key).map { devices.states[$0] } }

  mutating func update(
    _ key: DeviceKey, _ points: [PositionFix], at moment: EvaluationContext,
    into update: inout ProximityUpdate
  ) throws(Refusal) {
    var slot = devices.find(key)
    if let slot, devices.states[slot].isExpired(moment.now, seconds: settings.expiry) {
      devices.withState(slot) { $0.reset() }
    }
    update.isFirst = slot.map { devices.states[$0].last == nil } ?? true
    for (i, fix) in points.enumerated() {
      let last = slot.flatMap { devices.states[$0].last }
      if let reason = rule.reasonToIgnore(fix, after: last, now: moment.now) {
        update.ignored.append(.init(point: i, reason: reason))
        // The device lives, it only does not know where.
        if reason == .inaccurate, let slot {
          devices.withState(slot) { $0.seen = moment.now.milliseconds }
        }
        continue
      }
      let known: Int
      if let slot { known = slot } else { known = try add(key, moment.now) }
      slot = known
      let isCalm = devices.withState(known) {
        ProximityShard.accept(fix, &$0, moment, rule, &evaluator)
      }
      if isCalm { continue }
      report(evaluator.entered, i, known, moment, into: &update.entered)
      report(evaluator.left, i, known, moment, into: &update.left)
    }
    if let slot, !devices.states[slot].inside.isEmpty {
      update.inside = moment.present(devices.states[slot].inside)
    }
  }

  /// Moves a device to a point.
  ///
  /// - Returns: whether nothing can have happened; else the evaluator knows what has.
  @inline(__always)
  private static func accept(
    _ fix: PositionFix, _ state: inout DeviceState, _ moment: EvaluationContext, _ rule: FixRule,
    _ evaluator: inout ZoneEvaluator
  ) -> Bool {
    let accuracy = fix.accuracy ?? 0
    let last = state.last
    state.seen = moment.now.milliseconds
    state.last = DeviceState.Last(position: fix.position, accuracy: accuracy, at: fix.at)
    if state.safe.holds(fix.position, stamp: moment.stamp) { return true }
    var step = ZoneEvaluator.Step(from: nil, length: 0, to: fix.position, accuracy: accuracy)
    if let last {
      let metres =
        Ruler(at: last.position)?.distance(to: fix.position)
        ?? Geodesic.distance(from: last.position, to: fix.position)
      if rule.isMovement(from: last, to: fix, metres: metres) {
        step.from = last
        step.length = metres
      }
    }
    state.safe = evaluator.evaluate(step, inside: &state.inside, at: moment)
    return false
  }

  // Mutating, for otherwise the compiler copies the shard for the call, a dozen reference counts.
  private mutating func report(
    _ slots: [UInt32], _ point: Int, _ device: Int, _ moment: EvaluationContext,
    into events: inout [ProximityUpdate.Event]
  ) {
    if slots.isEmpty { return }
    let table = moment.zones.table
    let first = events.count
    for slot in slots {
      let record = table.record(slot)
      events.append(
        .init(
          zone: record.id, kind: table.kinds[Int(record.kind)], point: point,
          concernsVisit: !isVisited(record.id, besides: device, moment.now)))
    }
    if slots.count > 1 { events[first...].sort { $0.zone < $1.zone } }
  }

  /// Whether another device of the same account is inside of a zone.
  private mutating func isVisited(_ zone: EntityID, besides device: Int, _ now: Instant) -> Bool {
    let key = devices.states[device].key
    let other = devices.first(of: key.account) { state in
      state.key.device != key.device && !state.isExpired(now, seconds: settings.expiry)
        && state.inside.contains { $0.zone == zone }
    }
    return other != nil
  }

  // MARK: Devices

  private mutating func add(_ key: DeviceKey, _ now: Instant) throws(Refusal) -> Int {
    makeRoom(in: key.account)
    if deviceCount >= settings.devicesPerShard, now.milliseconds &- 10_000 > lastSweep {
      removeExpired(now)
    }
    guard deviceCount < settings.devicesPerShard else {
      throw Refusal(
        .busy, "too-many-devices", "Too many devices report positions; try again later.",
        retryAfterSeconds: 60)
    }
    return devices.insert(DeviceState(key: key, seen: now.milliseconds))
  }

  /// Forgets the device of an account that has been silent for longest, if there are too many.
  private mutating func makeRoom(in account: EntityID) {
    let slots = devices.slots(of: account)
    guard slots.count >= max(1, settings.devicesPerAccount) else { return }
    let oldest = slots.min { devices.states[$0].seen < devices.states[$1].seen }
    if let oldest { devices.remove(oldest) }
  }

  mutating func remove(_ key: DeviceKey) {
    if let slot = devices.find(key) { devices.remove(slot) }
  }

  mutating func remove(device: EntityID) {
    removeAll { $0.key.device == device }
  }

  mutating func remove(account: EntityID) {
    for slot in devices.slots(of: account) { devices.remove(slot) }
  }

  mutating func removeExpired(_ now: Instant) {
    lastSweep = now.milliseconds
    let expiry = settings.expiry
    removeAll { $0.isExpired(now, seconds: expiry) }
  }

  private mutating func removeAll(where fits: (DeviceState) -> Bool) {
    for slot in devices.states.indices where devices.states[slot].isUsed {
      if fits(devices.states[slot]) { devices.remove(slot) }
    }
  }
}
