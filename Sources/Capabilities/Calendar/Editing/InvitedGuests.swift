import Base
import Identity
import Storage

/// Whom somebody invites: accounts by their identifiers, others by their email addresses.
struct InvitedGuests {
  struct Address {
    /// In the form by which addresses are compared.
    var text: String
    /// Whose account it is; to be disclosed to nobody.
    var holder: AccountSummary?
  }

  private(set) var people: [AccountSummary] = []
  private(set) var addresses: [Address] = []

  /// - Throws: `invalid` naming those that are neither accounts nor addresses.
  init(_ guests: [String], takesAddresses: Bool, in session: StoreSession) throws {
    var violations: [Refusal.Violation] = []
    for (index, guest) in guests.enumerated() {
      if takesAddresses, let address = EmailAddress(guest) {
        guard !addresses.contains(where: { $0.text == address.text }) else { continue }
        let holder = try AccountDirectory.person(address.text, in: session)
        addresses.append(Address(text: address.text, holder: holder))
      } else if EntityID(guest) != nil,
        let person = try AccountDirectory.person(guest, in: session)
      {
        if !people.contains(where: { $0.id == person.id }) { people.append(person) }
      } else {
        violations.append(
          Refusal.Violation(
            "/to/\(index)",
            takesAddresses
              ? "is neither the identifier of a person nor an email address"
              : "is not the identifier of a person"))
      }
    }
    guard let first = violations.first else { return }
    throw Refusal(
      .invalid, "invalid-content", "\(first.pointer) \(first.detail).", violations: violations)
  }
}
