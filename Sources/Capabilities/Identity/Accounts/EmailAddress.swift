import Base

/// An email address in the form by which it is compared: all in lower case.
///
/// - Source: RFC 5321, section 4.1.2, without quoted local parts and address literals.
/// - Thread: pure.
public struct EmailAddress: Hashable, Sendable {
  public let text: String

  /// Nil unless it could be an address on the internet.
  public init?(_ raw: String) {
    let text = raw.trimmedOfSpace.lowercased()
    guard text.utf8.count <= 254 else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let local = parts.first, let domain = parts.last,
      (1...64).contains(local.utf8.count)
    else { return nil }
    for atom in local.split(separator: ".", omittingEmptySubsequences: false) {
      guard !atom.isEmpty, atom.unicodeScalars.allSatisfy(Self.standsInAtom) else { return nil }
    }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2 else { return nil }
    for label in labels {
      guard (1...63).contains(label.utf8.count), label.first != "-", label.last != "-",
        label.unicodeScalars.allSatisfy({ Self.isLetterOrDigit($0) || $0 == "-" })
      else { return nil }
    }
    self.text = text
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80
      ? scalar.properties.isAlphabetic
      : ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  private static func standsInAtom(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
  }
}
