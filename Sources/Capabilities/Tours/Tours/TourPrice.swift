import Base

/// What a tour costs: nothing, or less than 10.00 (TM-FR4(e)).
///
/// - Thread: pure.
public struct TourPrice: Hashable, Sendable {
  /// Cents, 0...999.
  public let cents: Int
  public static let free = TourPrice(cents: 0)
  /// The first amount that is too much, in cents.
  public static let limit = 1000

  private init(cents: Int) { self.cents = cents }

  /// Nil unless the amount lies in 0...999.
  public init?(validCents cents: Int) {
    guard (0..<Self.limit).contains(cents) else { return nil }
    self.cents = cents
  }

  public var isFree: Bool { cents == 0 }

  /// With two decimals, for instance `4.50`.
  public var description: String {
    "\(cents / 100)." + (cents % 100 < 10 ? "0" : "") + "\(cents % 100)"
  }

  /// Reads the member `name`: a decimal number, or the same as a string, with at most two
  /// decimals; refuses what is negative or 10.00 and more.
  static func read(_ fields: JSONFields, _ name: String) -> TourPrice {
    fields.described(
      name, as: .oneOf([.number(0...9.99), .string(1...8)]), placeholder: .free
    ) { readAmount($0, name) }
  }

  private static func readAmount(_ fields: JSONFields, _ name: String) -> TourPrice {
    let detail = "must be an amount from 0 to 9.99 with at most two decimals, such as \"4.50\""
    let cents: Int?
    switch fields.value(name) {
    case .string(let text)?: cents = parse(text)
    case .number(let number)? where number >= 0 && number < 1e6:
      // Doubles next to a whole number of cents stand for it: 4.35 is 434.99999999999994 cents.
      let rounded = (number * 100).rounded()
      cents = abs(number * 100 - rounded) < 1e-6 ? Int(rounded) : nil
    default: cents = nil
    }
    guard let cents else {
      fields.reject(name, detail)
      return .free
    }
    guard let price = TourPrice(validCents: cents) else {
      fields.reject(name, "must be below 10.00")
      return .free
    }
    return price
  }

  /// Cents of a decimal text of at most six whole digits and two decimals; nil for other texts.
  private static func parse(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, (1...6).contains(whole.utf8.count), parts.count <= 2 else {
      return nil
    }
    let decimals = parts.count == 2 ? parts[1] : "00"
    guard (1...2).contains(decimals.utf8.count),
      (whole + decimals).utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let units = Int(whole), let rest = Int(decimals)
    else { return nil }
    return units * 100 + (decimals.utf8.count == 1 ? rest * 10 : rest)
  }
}
