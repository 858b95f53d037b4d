import Base

/// A telephone number in the form by which it is compared: a plus sign, the country code and the
/// subscriber's number.
///
/// - Source: ITU-T E.164 (at most 15 digits); RFC 3966, section 5.1.1 for visual separators.
/// - Thread: pure.
public struct PhoneNumber: Hashable, Sendable {
  public let text: String

  /// Nil unless it is a number with its country code; `00` may stand for the plus sign.
  public init?(_ raw: String) {
    var digits = raw.trimmedOfSpace.unicodeScalars.filter {
      !" -.()/\u{a0}".unicodeScalars.contains($0)
    }
    if digits.first == "+" {
      digits.removeFirst()
    } else if digits.starts(with: "00".unicodeScalars) {
      digits.removeFirst(2)
    } else {
      return nil
    }
    guard (8...15).contains(digits.count), digits.first != "0",
      digits.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    text = "+" + String(String.UnicodeScalarView(digits))
  }

  /// Reads the member `name` as a number; notes what to correct.
  static func read(_ name: String, from fields: JSONFields) -> PhoneNumber? {
    fields.described(name, as: .string(8...40), placeholder: nil) { fields in
      let raw = fields.string(name, 1...40)
      guard !raw.isEmpty else { return nil }
      let number = PhoneNumber(raw)
      if number == nil {
        fields.reject(
          name, "must be a telephone number with its country code, such as +423 236 61 11")
      }
      return number
    }
  }
}
