/// What a turn costs, in the two bytes that lie in a file.
struct TurnCost: Hashable, Sendable {
  let bits: UInt16

  private static let entersBit: UInt16 = 0x8000
  /// Coming onto private ground or a street for its residents counts like a way of so much longer:
  /// nobody drives through, but whoever starts or ends there may.
  ///
  /// - Source: OpenStreetMap wiki, "Key:access", value `destination`: no through traffic.
  private static let entryMilliseconds: Int64 = 900_000

  init(bits: UInt16) { self.bits = bits }

  /// - Parameters:
  ///   - seconds: 0...3,276.
  ///   - entersEndsOnly: whether it leads from a street for all onto one that is none.
  init(seconds: Double, entersEndsOnly: Bool) {
    let tenths = UInt16(min(max((seconds * 10).rounded(), 0), 32_767))
    bits = entersEndsOnly ? tenths | TurnCost.entersBit : tenths
  }

  var milliseconds: Int32 { Int32(bits & ~TurnCost.entersBit) * 100 }

  /// What ways are chosen by, in milliseconds.
  var cost: Int64 {
    Int64(milliseconds) + (bits & TurnCost.entersBit != 0 ? TurnCost.entryMilliseconds : 0)
  }
}
