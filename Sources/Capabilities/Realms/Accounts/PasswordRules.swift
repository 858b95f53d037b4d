import Base

/// Which passwords are good enough.
///
/// - Source: CG-X-02; NIST SP 800-63B on lists of common passwords.
/// - Thread: pure.
public struct PasswordRules: Sendable {
  /// Fewest characters.
  public var minimum: Int
  /// Most characters; a bound on work, not on choice.
  public static let maximum = 200

  /// - Parameter role: of the account; those who answer for others need longer ones.
  public init(_ settings: Settings, for role: AccountRole = .general) {
    minimum = max(settings.passwordMinimum, Self.minimum[role] ?? 0)
  }

  /// Fewest characters, whatever the settings say.
  private static let minimum: [AccountRole: Int] = [.organization: 8, .admin: 8]

  /// What to correct; nil if the password is good enough.
  ///
  /// - Parameter email: the address of the same account, which is no password.
  public func objection(to password: String, email: String?) -> String? {
    let count = password.unicodeScalars.count
    if count < minimum { return "must have at least \(minimum) characters" }
    if count > Self.maximum { return "must have at most \(Self.maximum) characters" }
    let folded = password.lowercased()
    if Self.variants(of: folded).contains(where: CommonPasswordFilter.contains) {
      return "is among the most common passwords; choose another"
    }
    if let email = email?.lowercased(),
      folded == email || folded == email.prefix(while: { $0 != "@" })
    {
      return "must not be the email address"
    }
    if Set(folded).count == 1 { return "must not repeat one character; choose another" }
    return nil
  }

  /// The words that whoever guesses would try this password with: as it stands, with letters for the
  /// signs that stand for them, without digits and marks before or behind, and one half of a doubled
  /// one.
  private static func variants(of password: String) -> Set<String> {
    var found: Set<String> = [password]
    let scalars = Array(password.unicodeScalars)
    let marks = Set("!.?*#".unicodeScalars)
    let digits = Set("0123456789".unicodeScalars)
    var stem = scalars[...]
    for _ in 0..<2 { if let last = stem.last, marks.contains(last) { stem.removeLast() } }
    found.insert(text(stem))
    for _ in 0..<4 { if let last = stem.last, digits.contains(last) { stem.removeLast() } }
    found.insert(text(stem))
    stem = scalars[...]
    for _ in 0..<4 { if let first = stem.first, digits.contains(first) { stem.removeFirst() } }
    found.insert(text(stem))
    if scalars.count >= 8, scalars.count.isMultiple(of: 2),
      scalars.prefix(scalars.count / 2) == scalars.suffix(scalars.count / 2)
    {
      found.insert(text(scalars.prefix(scalars.count / 2)))
    }
    for word in found where word.unicodeScalars.contains(where: { !digits.contains($0) }) {
      for one in ["l", "i"] as [Unicode.Scalar] {
        found.insert(text(word.unicodeScalars.map { $0 == "1" ? one : letters[$0] ?? $0 }[...]))
      }
    }
    return found
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The letters that signs stand for.
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "@": "a", "4": "a", "3": "e", "0": "o", "5": "s", "$": "s", "7": "t", "!": "i",
  ]
}

extension PasswordRules {
  /// Reads a new password as it stands; what it must be like, ``objection(to:email:)`` says.
  static func read(_ name: String, from fields: JSONFields, atLeast least: Int = 0) -> String {
    fields.described(name, as: .string(6...200), placeholder: "") {
      $0.secret(name, least...100_000)
    }
  }
}
