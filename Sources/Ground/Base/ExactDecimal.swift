/// A decimal number with few enough digits that a double holds them, put together digit by digit.
///
/// Both the digits and the power of ten are exact then, so that their quotient is rounded once, as it
/// should be; that is ten times faster than `strtod`, which has to be asked for longer ones.
///
/// - Source: W. Clinger, "How to read floating point numbers accurately", PLDI 1990.
/// - Thread: pure.
struct ExactDecimal {
  private var digits: UInt64 = 0
  private var isExact = true
  /// How many of the digits stand behind the point.
  var decimals = 0
  /// Whether something follows that it has no place for.
  var hasExponent = false

  /// Takes in the next digit.
  ///
  /// - Parameter digit: ASCII, 0x30...0x39.
  @inline(__always)
  mutating func take(_ digit: UInt8) {
    isExact = isExact && digits < 900_719_925_474_099
    if isExact { digits = digits &* 10 &+ UInt64(digit &- 0x30) }
  }

  /// The number without its sign; nil if there were too many digits.
  @inline(__always)
  var magnitude: Double? {
    guard isExact, !hasExponent, decimals < ExactDecimal.powersOfTen.count else { return nil }
    return Double(digits) / ExactDecimal.powersOfTen[decimals]
  }

  /// 10 to the power of 0...22: those that a double holds exactly.
  private static let powersOfTen: [Double] = (0...22).map { power in
    (0..<power).reduce(1) { value, _ in value * 10 }
  }
}

extension Double {
  /// Reads a finite decimal number; nil for other texts, also for the hexadecimal ones and the names of
  /// infinities that Swift reads.
  ///
  /// - Parameter text: `-?[0-9]+(\.[0-9]+)?`, or any of the other ways to write a number with digits,
  ///   signs, a point and an exponent, at most 40 bytes.
  // Of strings alone: for any text it would be compiled for none.
  public init?(decimal text: String) {
    var text = text
    let (plain, isDecimal) = text.withUTF8 { bytes in
      (Double(plainDecimal: bytes), bytes.count <= 40 && Double.areDecimal(bytes))
    }
    if let plain {
      self = plain
      return
    }
    guard isDecimal, let value = Double(text), value.isFinite else { return nil }
    self = value
  }

  private static func areDecimal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x2b, 0x2d, 0x2e, 0x45, 0x65: true
      default: false
      }
    }
  }

  /// Reads a decimal number with few enough digits that it is exact; nil for all others, also for those
  /// that another way of reading knows.
  ///
  /// - Parameter text: ASCII, `-?[0-9]+(\.[0-9]+)?`.
  /// - Complexity: O(digits), without allocation.
  public init?(plainDecimal text: UnsafeBufferPointer<UInt8>) {
    let first = text.first == 0x2d ? 1 : 0
    guard text.count > first, text.count <= 40 else { return nil }
    var number = ExactDecimal()
    var point: Int?
    for i in first..<text.count {
      if text[i] == 0x2e, point == nil, i > first, i + 1 < text.count {
        point = i
      } else if text[i] >= 0x30, text[i] <= 0x39 {
        number.take(text[i])
      } else {
        return nil
      }
    }
    if let point { number.decimals = text.count - 1 - point }
    guard let magnitude = number.magnitude else { return nil }
    self = first == 1 ? -magnitude : magnitude
  }
}
