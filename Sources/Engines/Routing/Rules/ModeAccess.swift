/// Who travels: each mode has its own network.
public enum StreetMode: String, CaseIterable, Sendable {
  case walk, bicycle, car

  /// Its number in files.
  var index: Int {
    switch self {
    case .walk: 0
    case .bicycle: 1
    case .car: 2
    }
  }
}

/// Whether a mode may use a street in one direction.
enum ModeAccess: UInt8, Sendable {
  case no
  case yes
  /// Only to reach something there: through traffic is not meant.
  case destination
  /// Private ground: usable at the ends of a trip.
  case privately
  /// A bicycle that is pushed.
  case push
}

/// The access of one mode in both directions, in one byte.
struct DirectedAccess: Hashable, Sendable {
  var bits: UInt8

  init(bits: UInt8) { self.bits = bits }

  init(_ both: ModeAccess) { self.init(both, both) }

  init(_ forward: ModeAccess, _ backward: ModeAccess) {
    bits = forward.rawValue | backward.rawValue << 4
  }

  static let none = DirectedAccess(.no)

  var forward: ModeAccess {
    get { ModeAccess(rawValue: bits & 15) ?? .no }
    set { bits = (bits & 0xf0) | newValue.rawValue }
  }

  var backward: ModeAccess {
    get { ModeAccess(rawValue: bits >> 4) ?? .no }
    set { bits = (bits & 15) | newValue.rawValue << 4 }
  }

  subscript(isForward: Bool) -> ModeAccess { isForward ? forward : backward }

  var isNone: Bool { bits == 0 }
}
