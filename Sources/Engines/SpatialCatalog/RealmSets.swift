import Base
import FlatFiles

/// The sub-realms that each slot is shared in.
///
/// Most entries are shared in one of few combinations, so that each combination is kept once and a
/// slot costs four bytes. A combination that no slot has any more gives its place to the next.
///
/// - Thread: confined.
struct RealmSets: Sendable {
  /// Every combination by its number; those that no slot has are empty.
  ///
  /// Apart from the counts, so that versions of the catalog share it until a combination comes or
  /// goes.
  private(set) var allCombinations: [[EntityID]] = []
  /// How many slots have each combination.
  private var uses: [Int] = []
  private var numbers: [[EntityID]: UInt32] = [:]
  private var vacant: [UInt32] = []
  private var ofSlot: [UInt32] = []

  init() {}

  /// - Parameters:
  ///   - ofSlot: the number of each slot's combination.
  ///   - combinations: distinct where they are not empty.
  /// - Throws: ``FlatFileError`` if a slot names no combination.
  init(ofSlot: [UInt32], combinations lists: [[EntityID]]) throws(FlatFileError) {
    allCombinations = lists
    uses = Array(repeating: 0, count: lists.count)
    for slot in ofSlot {
      guard Int(slot) < lists.count else { throw .inconsistent("a slot is shared nowhere") }
      uses[Int(slot)] += 1
    }
    self.ofSlot = ofSlot
    for (number, list) in lists.enumerated() {
      if uses[number] == 0 {
        vacant.append(UInt32(clamping: number))
        allCombinations[number] = []
      } else {
        numbers[list] = UInt32(clamping: number)
      }
    }
  }

  /// Number of slots.
  var count: Int { ofSlot.count }

  /// The number of a slot's combination.
  func number(ofSlot slot: UInt32) -> UInt32 { ofSlot[Int(slot)] }

  /// Adds a slot.
  mutating func append(_ realms: [EntityID]) {
    ofSlot.append(number(of: realms))
  }

  /// Adds the slots of another.
  ///
  /// - Complexity: O(slots), a few nanoseconds for each.
  mutating func append(contentsOf other: RealmSets) {
    guard count > 0 else {
      self = other
      return
    }
    var renumbered: [UInt32] = []
    renumbered.reserveCapacity(other.allCombinations.count)
    for (realms, count) in zip(other.allCombinations, other.uses) {
      guard count > 0 else {
        renumbered.append(0)
        continue
      }
      let number = number(of: realms)
      uses[Int(number)] += count - 1
      renumbered.append(number)
    }
    ofSlot.reserveCapacity(ofSlot.count + other.ofSlot.count)
    for number in other.ofSlot { ofSlot.append(renumbered[Int(number)]) }
  }

  /// The sub-realms of a slot below ``count``.
  subscript(slot: UInt32) -> [EntityID] {
    get { allCombinations[Int(ofSlot[Int(slot)])] }
    set {
      let old = ofSlot[Int(slot)]
      // Counted up first, so that a combination that stays is not given up in between.
      ofSlot[Int(slot)] = number(of: newValue)
      release(old)
    }
  }

  private mutating func number(of realms: [EntityID]) -> UInt32 {
    if let known = numbers[realms] {
      uses[Int(known)] += 1
      return known
    }
    let number: UInt32
    if let free = vacant.popLast() {
      allCombinations[Int(free)] = realms
      uses[Int(free)] = 1
      number = free
    } else {
      allCombinations.append(realms)
      uses.append(1)
      number = UInt32(clamping: uses.count - 1)
    }
    numbers[realms] = number
    return number
  }

  private mutating func release(_ number: UInt32) {
    uses[Int(number)] -= 1
    guard uses[Int(number)] == 0 else { return }
    numbers[allCombinations[Int(number)]] = nil
    allCombinations[Int(number)] = []
    vacant.append(number)
  }
}
