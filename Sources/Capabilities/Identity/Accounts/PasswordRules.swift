import Access
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

  /// The words that whoever guesses would try this password with: as it stands, without digits and marks before,
  /// behind and between, one half of a doubled one, each also with letters for the signs that stand for them.
  ///
  /// Where more than its half is digits and marks, and more than a few, they are what makes it hard to guess.
  private static func variants(of password: String) -> Set<String> {
    let scalars = Array(password.unicodeScalars)
    var stems: [ArraySlice<Unicode.Scalar>] = [scalars[...]]
    for isPart in [isLetterOrDigit, isLetter] {
      let outer = scalars.drop(while: { !isPart($0) }).reversed().drop(while: { !isPart($0) })
        .reversed()
      stems += [Array(outer)[...], scalars.filter(isPart)[...], outer.filter(isLetterOrDigit)[...]]
    }
    stems = stems.filter { !$0.isEmpty && scalars.count - $0.count <= max(5, $0.count) }
    stems += stems.compactMap { stem in
      let half = stem.prefix(stem.count / 2)
      return stem.count >= 8 && half.elementsEqual(stem.suffix(stem.count - half.count))
        ? half : nil
    }
    var found = Set(stems.map(text))
    for stem in stems where stem.contains(where: isLetter) {
      for one in ["l", "i"] as [Unicode.Scalar] {
        found.insert(text(stem.map { $0 == "1" ? one : letters[$0] ?? $0 }[...]))
      }
    }
    return found
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || ("0"..."9").contains(scalar)
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
