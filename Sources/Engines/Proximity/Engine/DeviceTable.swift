import Base

/// Devices by account: states in slots, found by a hash table of whole words.
///
/// Most calls concern a device that has left the processor's caches. So a search looks at one word of
/// the table, which holds a part of the account's hash, before it looks at a state.
///
/// - Thread: one at a time.
struct DeviceTable: Sendable {
  private(set) var states: [DeviceState] = []
  private var free: [Int32] = []
  /// In the lower half one more than a slot, in the upper half of the account's hash; 0 for none.
  ///
  /// Linear probing: a device stands at its account's place or in the first gap after it.
  private var words: [UInt64]

  init() { words = [UInt64](repeating: 0, count: 16) }

  var count: Int { states.count - free.count }

  /// Calls `body` with the state at a slot, in place.
  @inline(__always)
  mutating func withState<Result>(
    _ slot: Int, _ body: (inout DeviceState) -> Result
  ) -> Result {
    body(&states[slot])
  }

  /// The slot of a device; nil if it is not known.
  ///
  /// - Complexity: O(devices of the account).
  func find(_ key: DeviceKey) -> Int? { first(of: key.account) { $0.key.device == key.device } }

  /// The first of an account's devices that fits, in no particular order.
  ///
  /// - Complexity: O(devices of the account).
  @inline(__always)
  func first(of account: EntityID, where fits: (DeviceState) -> Bool) -> Int? {
    let hash = account.proximityHash
    var at = home(hash)
    while words[at] != 0 {
      if words[at] >> 32 == hash >> 32 {
        let slot = slot(at)
        if states[slot].key.account == account, fits(states[slot]) { return slot }
      }
      at = (at + 1) & (words.count - 1)
    }
    return nil
  }

  /// The slots of all devices of an account.
  func slots(of account: EntityID) -> [Int] {
    var slots: [Int] = []
    let hash = account.proximityHash
    var at = home(hash)
    while words[at] != 0 {
      if words[at] >> 32 == hash >> 32, states[slot(at)].key.account == account {
        slots.append(slot(at))
      }
      at = (at + 1) & (words.count - 1)
    }
    return slots
  }

  /// Takes in a device that is not in it.
  ///
  /// - Returns: its slot.
  mutating func insert(_ state: DeviceState) -> Int {
    if (count + 1) * 2 > words.count { grow() }
    let slot: Int
    if let unused = free.popLast() {
      slot = Int(unused)
      states[slot] = state
    } else {
      slot = states.count
      states.append(state)
    }
    put(slot, state.key.account.proximityHash)
    return slot
  }

  /// Overwrites a device's state, so that nothing of it stays in memory.
  mutating func remove(_ slot: Int) {
    let hash = states[slot].key.account.proximityHash
    var gap = home(hash)
    while words[gap] != 0, self.slot(gap) != slot { gap = (gap + 1) & (words.count - 1) }
    guard words[gap] != 0 else { return }
    // What follows moves up, unless it would come before its place (Knuth, volume 3, 6.4, R).
    var at = (gap + 1) & (words.count - 1)
    while words[at] != 0 {
      let distance =
        (at - home(states[self.slot(at)].key.account.proximityHash)) & (words.count - 1)
      if distance >= (at - gap) & (words.count - 1) {
        words[gap] = words[at]
        gap = at
      }
      at = (at + 1) & (words.count - 1)
    }
    words[gap] = 0
    states[slot] = .none
    free.append(Int32(truncatingIfNeeded: slot))
  }

  @inline(__always)
  private func slot(_ at: Int) -> Int { Int(words[at] & 0xffff_ffff) - 1 }

  /// Where the devices of a hash begin; its lowest bits have chosen the shard.
  @inline(__always)
  private func home(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 8) & (words.count - 1)
  }

  private mutating func put(_ slot: Int, _ hash: UInt64) {
    var at = home(hash)
    while words[at] != 0 { at = (at + 1) & (words.count - 1) }
    words[at] = (hash >> 32) << 32 | UInt64(truncatingIfNeeded: slot + 1)
  }

  private mutating func grow() {
    words = [UInt64](repeating: 0, count: words.count * 2)
    for slot in states.indices where states[slot].isUsed {
      put(slot, states[slot].key.account.proximityHash)
    }
  }
}

extension EntityID {
  /// Spreads accounts over shards and their tables; identifiers are random and made by the server, so
  /// a multiplication will do.
  @inline(__always)
  var proximityHash: UInt64 {
    var z = (low ^ high) &* 0x9e37_79b9_7f4a_7c15
    z ^= z >> 29
    return z
  }
}
