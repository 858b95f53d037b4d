/// Everything about a way that access and speed depend on; profiles read this, never tags.
///
/// Lies in network files as it is, so its layout is part of the file format: 20 bytes, no gaps.
struct StreetAttributes: Hashable, Sendable {
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt32
    static let roundabout = Flags(rawValue: 1)
    static let tunnel = Flags(rawValue: 2)
    static let bridge = Flags(rawValue: 4)
    static let toll = Flags(rawValue: 8)
    static let motorroad = Flags(rawValue: 16)
    /// A lane, track or street meant for bicycles.
    static let cycleway = Flags(rawValue: 32)
    static let sidewalk = Flags(rawValue: 64)
    /// A driveway, an alley, an aisle of a car park.
    static let minorService = Flags(rawValue: 128)
    /// Steps with a ramp to push a bicycle.
    static let ramp = Flags(rawValue: 256)
    static let narrow = Flags(rawValue: 512)
    /// Part of an area: a square, a platform.
    static let area = Flags(rawValue: 1024)
    static let ford = Flags(rawValue: 2048)
    /// Walking is explicitly welcome.
    static let footDesignated = Flags(rawValue: 4096)
    /// Cycling is explicitly welcome.
    static let bicycleDesignated = Flags(rawValue: 8192)
    static let crossing = Flags(rawValue: 16384)
    /// A gate to private ground, between two pieces of a street.
    static let gate = Flags(rawValue: 32768)
  }

  var kindByte: UInt8
  var surfaceByte: UInt8
  /// 1 (solid) to 5 (soft) as tagged on tracks; 0 where it is not.
  var trackGrade: UInt8 = 0
  /// 1 (excellent) to 8 (impassable); 0 where it is not tagged.
  var smoothness: UInt8 = 0
  var walkBits: UInt8 = 0
  var bicycleBits: UInt8 = 0
  var carBits: UInt8 = 0
  /// `mtb:scale` plus one; 0 where it is not tagged.
  var mtbScale: UInt8 = 0
  /// Legal limits in km/h; 0 where nothing is known, 255 without limit.
  var maxspeedForward: UInt8 = 0
  var maxspeedBackward: UInt8 = 0
  /// Speed of a ferry from its timetable, in 0.01 km/h; 0 where it is not known.
  var fixedSpeed: UInt16 = 0
  var flags: Flags = []
  /// `sac_scale` 1...6; 0 where it is not tagged.
  var hikingScale: UInt8 = 0
  var lanes: UInt8 = 0
  var spare: UInt16 = 0

  init(kind: StreetKind, surface: Surface = .unknown) {
    kindByte = kind.rawValue
    surfaceByte = surface.rawValue
  }

  var kind: StreetKind { StreetKind(rawValue: kindByte) ?? .road }

  var surface: Surface { Surface(rawValue: surfaceByte) ?? .unknown }

  func access(_ mode: StreetMode) -> DirectedAccess {
    switch mode {
    case .walk: DirectedAccess(bits: walkBits)
    case .bicycle: DirectedAccess(bits: bicycleBits)
    case .car: DirectedAccess(bits: carBits)
    }
  }

  /// The same street at a gate: whom it holds goes on only to reach what lies behind.
  func behindGate(_ flags: BarrierRules.NodeFlags) -> StreetAttributes {
    func held(_ bits: UInt8, _ mode: StreetMode) -> UInt8 {
      guard flags.contains(.holds(mode)) else { return bits }
      var access = DirectedAccess(bits: bits)
      if access.forward != .no { access.forward = .privately }
      if access.backward != .no { access.backward = .privately }
      return access.bits
    }
    var gate = self
    gate.walkBits = held(walkBits, .walk)
    gate.bicycleBits = held(bicycleBits, .bicycle)
    gate.carBits = held(carBits, .car)
    gate.flags.insert(.gate)
    return gate
  }

  /// Nobody may use it.
  var isUseless: Bool { walkBits == 0 && bicycleBits == 0 && carBits == 0 }
}
