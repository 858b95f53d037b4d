import Base
import FlatFiles

/// The sub-realms that each slot is shared in.
///
/// Most entries are shared in one of few combinations, so that each combination is kept once and a
/// slot costs four bytes. A combination that no slot has any more gives its place to the next.
///
/// - Thread: confined.
struct Sharings: Sendable {
  private struct Combination: Sendable {
    var realms: [EntityID]
    var uses: Int
  }

  private var combinations: [Combination] = []
  private var numbers: [[EntityID]: UInt32] = [:]
  private var vacant: [UInt32] = []
  private var ofSlot: [UInt32] = []

  init() {}

  /// - Parameters:
  ///   - ofSlot: the number of each slot's combination.
  ///   - combinations: distinct where they are not empty.
  /// - Throws: ``FlatFileError`` if a slot names no combination.
  init(ofSlot: [UInt32], combinations lists: [[EntityID]]) throws(FlatFileError) {
    combinations = lists.map { Combination(realms: $0, uses: 0) }
    for slot in ofSlot {
      guard Int(slot) < lists.count else { throw .inconsistent("a slot is shared nowhere") }
      combinations[Int(slot)].uses += 1
    }
    self.ofSlot = ofSlot
    for (number, list) in lists.enumerated() {
      if combinations[number].uses == 0 {
        vacant.append(UInt32(clamping: number))
        combinations[number].realms = []
      } else {
        numbers[list] = UInt32(clamping: number)
      }
    }
  }

  /// Number of slots.
  var count: Int { ofSlot.count }

  /// The number of each slot's combination in ``allCombinations``.
  var numbersOfSlots: [UInt32] { ofSlot }

  /// Every combination by its number; those that no slot has are empty.
  var allCombinations: [[EntityID]] { combinations.map(\.realms) }

  /// Adds a slot.
  mutating func append(_ realms: [EntityID]) {
    ofSlot.append(number(of: realms))
  }

  /// The sub-realms of a slot below ``count``.
  subscript(slot: UInt32) -> [EntityID] {
    get { combinations[Int(ofSlot[Int(slot)])].realms }
    set {
      let old = ofSlot[Int(slot)]
      // Counted up first, so that a combination that stays is not given up in between.
      ofSlot[Int(slot)] = number(of: newValue)
      release(old)
    }
  }

  private mutating func number(of realms: [EntityID]) -> UInt32 {
    if let known = numbers[realms] {
      combinations[Int(known)].uses += 1
      return known
    }
    let number: UInt32
    if let free = vacant.popLast() {
      combinations[Int(free)] = Combination(realms: realms, uses: 1)
      number = free
    } else {
      combinations.append(Combination(realms: realms, uses: 1))
      number = UInt32(clamping: combinations.count - 1)
    }
    numbers[realms] = number
    return number
  }

  private mutating func release(_ number: UInt32) {
    combinations[Int(number)].uses -= 1
    guard combinations[Int(number)].uses == 0 else { return }
    numbers[combinations[Int(number)].realms] = nil
    combinations[Int(number)].realms = []
    vacant.append(number)
  }
}
