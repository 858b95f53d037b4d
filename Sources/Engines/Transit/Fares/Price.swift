import Base

/// An amount of money.
///
/// - Thread: pure.
public struct Price: Sendable, Hashable {
  /// In the smallest unit of the currency, such as cents.
  public var minorUnits: Int
  /// Three letters of ISO 4217.
  public var currency: String

  public init(minorUnits: Int, currency: String) {
    (self.minorUnits, self.currency) = (minorUnits, currency)
  }

  /// Reads a decimal number: `2.80`, `3`.
  ///
  /// Nil if it is none, is beyond a million, or has more decimals than the currency.
  public init?(decimal: some StringProtocol, currency: String) {
    let parts = decimal.utf8.split(separator: 0x2e, omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = parts.first, !whole.isEmpty || parts.count == 2
    else { return nil }
    var value = 0
    for digit in whole {
      guard (0x30...0x39).contains(digit), value <= 1_000_000 else { return nil }
      value = 10 * value + Int(digit) - 0x30
    }
    guard value <= 1_000_000 else { return nil }
    let decimals = Price.decimals(currency)
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    for place in 0..<max(decimals, fraction.count) {
      let digit = place < fraction.count ? fraction[place] : 0x30
      guard (0x30...0x39).contains(digit) else { return nil }
      if place < decimals {
        value = 10 * value + Int(digit) - 0x30
      } else if digit != 0x30 {
        return nil
      }
    }
    self.init(minorUnits: value, currency: currency)
  }

  /// The amount as a decimal number with the currency's decimals: `2.80`.
  public var decimal: String {
    let decimals = Price.decimals(currency)
    var digits = String(max(minorUnits, 0))
    guard decimals > 0 else { return digits }
    digits = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    return digits.dropLast(decimals) + "." + digits.suffix(decimals)
  }

  /// How many decimals amounts have; ISO 4217, list one.
  static func decimals(_ currency: String) -> Int {
    switch currency {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
      "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }
}
