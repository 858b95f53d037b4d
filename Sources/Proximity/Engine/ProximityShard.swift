import Base
import Geodesy

/// The devices of a part of all accounts.
///
/// - Thread: one at a time.
struct ProximityShard: Sendable {
  private let rule: FixRule
  private var evaluator: ZoneEvaluator
  /// The first device of each account; its others follow by `next`.
  private var heads: [AccountKey: Int32] = [:]
  private var states: [DeviceState] = []
  private var free: [Int32] = []
  private var lastSweep = Int64.min

  init(settings: ProximitySettings) {
    rule = FixRule(settings: settings)
    evaluator = ZoneEvaluator(rule: rule)
  }

  private var settings: ProximitySettings { rule.settings }

  var deviceCount: Int { states.count - free.count }

  /// A copy of what is remembered of a device, for tests.
  func state(of key: DeviceKey) -> DeviceState? { find(key).map { states[$0] } }

  mutating func update(
    _ key: DeviceKey, _ points: [PositionFix], zones: ZoneSnapshot, visible: VisibleRealms,
    now: Instant, into update: inout ProximityUpdate
  ) throws(Refusal) {
    var place = find(key)
    if let place, isExpired(states[place].seen, now) { reset(place) }
    update.isFirst = place.map { states[$0].last == nil } ?? true
    for (i, fix) in points.enumerated() {
      let last = place.flatMap { states[$0].last }
      if let reason = rule.reasonToIgnore(fix, after: last, now: now) {
        update.ignored.append(.init(point: i, reason: reason))
        // The device lives, it only does not know where.
        if reason == .inaccurate, let place { states[place].seen = now.milliseconds }
        continue
      }
      let known: Int
      if let place { known = place } else { known = try add(key, now) }
      place = known
      accept(fix, i, at: known, zones: zones, visible: visible, now: now, into: &update)
    }
    if let place { report(states[place].inside, zones, visible, into: &update) }
  }

  private mutating func accept(
    _ fix: PositionFix, _ index: Int, at place: Int, zones: ZoneSnapshot, visible: VisibleRealms,
    now: Instant, into update: inout ProximityUpdate
  ) {
    let accuracy = fix.accuracy ?? 0
    let last = states[place].last
    states[place].seen = now.milliseconds
    states[place].last = DeviceState.Last(position: fix.position, accuracy: accuracy, at: fix.at)
    if states[place].calm.holds(
      fix.position, generation: zones.generation, realms: visible.fingerprint)
    {
      return
    }
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
    states[place].calm = evaluator.evaluate(
      step, inside: &states[place].inside, zones: zones, visible: visible)
    if !evaluator.left.isEmpty || !evaluator.entered.isEmpty {
      report(evaluator.entered, index, place, zones, into: &update.entered)
      report(evaluator.left, index, place, zones, into: &update.left)
    }
  }

  private func report(
    _ slots: [UInt32], _ point: Int, _ place: Int, _ zones: ZoneSnapshot,
    into events: inout [ProximityUpdate.Event]
  ) {
    let first = events.count
    for slot in slots {
      let record = zones.table.record(slot)
      events.append(
        .init(
          zone: record.id, kind: zones.table.kinds[Int(record.kind)], point: point,
          concernsVisit: !isVisited(record.id, besides: place)))
    }
    if slots.count > 1 { events[first...].sort { $0.zone < $1.zone } }
  }

  private func report(
    _ inside: [DeviceState.Inside], _ zones: ZoneSnapshot, _ visible: VisibleRealms,
    into update: inout ProximityUpdate
  ) {
    if inside.isEmpty { return }
    update.inside.reserveCapacity(inside.count)
    for here in inside {
      guard let record = zones.table.existing(here.slot), record.id == here.zone else { continue }
      guard visible.sees(zones.table.sharings[Int(record.sharing)]) else { continue }
      update.inside.append(
        .init(zone: record.id, kind: zones.table.kinds[Int(record.kind)]))
    }
    if inside.count > 1 { update.inside.sort { $0.zone < $1.zone } }
  }

  /// Whether another device of the same account is inside of a zone.
  private func isVisited(_ zone: EntityID, besides place: Int) -> Bool {
    let now = states[place].seen
    var at = heads[AccountKey(states[place].key.account)] ?? -1
    while at >= 0 {
      let state = states[Int(at)]
      if Int(at) != place, !isExpired(state.seen, Instant(milliseconds: now)),
        state.inside.contains(where: { $0.zone == zone })
      {
        return true
      }
      at = state.next
    }
    return false
  }

  // Devices

  private func find(_ key: DeviceKey) -> Int? {
    var at = heads[AccountKey(key.account)] ?? -1
    while at >= 0 {
      if states[Int(at)].key.device == key.device { return Int(at) }
      at = states[Int(at)].next
    }
    return nil
  }

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
    var state = DeviceState(key: key, seen: now.milliseconds)
    state.next = heads[AccountKey(key.account)] ?? -1
    let place: Int32
    if let unused = free.popLast() {
      place = unused
      states[Int(place)] = state
    } else {
      place = Int32(truncatingIfNeeded: states.count)
      states.append(state)
    }
    heads[AccountKey(key.account)] = place
    return Int(place)
  }

  /// Forgets the device of an account that has been silent for longest, if there are too many.
  private mutating func makeRoom(in account: EntityID) {
    var count = 0
    var oldest: Int32 = -1
    var at = heads[AccountKey(account)] ?? -1
    while at >= 0 {
      count += 1
      if oldest < 0 || states[Int(at)].seen < states[Int(oldest)].seen { oldest = at }
      at = states[Int(at)].next
    }
    if count >= max(1, settings.devicesPerAccount), oldest >= 0 { remove(Int(oldest)) }
  }

  private func isExpired(_ seen: Int64, _ now: Instant) -> Bool {
    now.seconds(since: Instant(milliseconds: seen)) >= Double(settings.expiry)
  }

  private mutating func reset(_ place: Int) {
    states[place].last = nil
    states[place].inside = []
    states[place].calm = Calm()
  }

  /// Overwrites a device's state, so that nothing of it stays in memory.
  private mutating func remove(_ place: Int) {
    let state = states[place]
    let account = AccountKey(state.key.account)
    if heads[account] == Int32(place) {
      heads[account] = state.next < 0 ? nil : state.next
    } else {
      var at = heads[account] ?? -1
      while at >= 0 {
        if states[Int(at)].next == Int32(place) { states[Int(at)].next = state.next }
        at = states[Int(at)].next
      }
    }
    let nobody = EntityID(high: 0, low: 0)
    states[place] = DeviceState(key: DeviceKey(account: nobody, device: nobody), seen: .max)
    free.append(Int32(truncatingIfNeeded: place))
  }

  mutating func remove(_ key: DeviceKey) {
    if let place = find(key) { remove(place) }
  }

  mutating func remove(device: EntityID) {
    for place in states.indices where states[place].key.device == device { remove(place) }
  }

  mutating func remove(account: EntityID) {
    while let head = heads[AccountKey(account)] { remove(Int(head)) }
  }

  mutating func removeExpired(_ now: Instant) {
    lastSweep = now.milliseconds
    for place in states.indices where states[place].seen != .max {
      if isExpired(states[place].seen, now) { remove(place) }
    }
  }
}
