/// Numbers the identifiers of one table in the order they come, looked up by their bytes.
///
/// Several times faster than a dictionary of texts, as no text is made for a lookup; half of the
/// time of reading a feed are lookups.
///
/// - Thread: confined.
struct IdentifierTable {
  private var bytes: [UInt8] = []
  /// Where each identifier ends in `bytes`.
  private var ends: [Int] = []
  /// Slots of an open-addressing table: number + 1, or 0; a power of two of them.
  private var slots: [Int32] = Array(repeating: 0, count: 64)

  var count: Int { ends.count }

  /// The number of an identifier; nil if it was not added.
  func number(of identifier: ArraySlice<UInt8>) -> Int? {
    let found = slots[slot(of: identifier)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// Adds an identifier as the next number; nil if it is there already.
  mutating func add(_ identifier: ArraySlice<UInt8>) -> Int? {
    if 2 * (count + 1) > slots.count { grow() }
    let slot = slot(of: identifier)
    guard slots[slot] == 0, count < Int(Int32.max) - 1 else { return nil }
    bytes.append(contentsOf: identifier)
    ends.append(bytes.count)
    slots[slot] = Int32(count)
    return count - 1
  }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  private func slot(of identifier: ArraySlice<UInt8>) -> Int {
    // FNV-1a: identifiers are short.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in identifier { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash ^= hash >> 29
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, !isEqual(Int(slots[slot]) - 1, identifier) { slot = (slot + 1) & mask }
    return slot
  }

  private func isEqual(_ number: Int, _ identifier: ArraySlice<UInt8>) -> Bool {
    let range = range(number)
    guard range.count == identifier.count else { return false }
    var i = range.lowerBound
    for byte in identifier {
      if bytes[i] != byte { return false }
      i += 1
    }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: 2 * slots.count)
    for number in 0..<count { slots[slot(of: bytes[range(number)])] = Int32(number + 1) }
  }
}
