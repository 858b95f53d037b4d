import Base
import Storage

/// A reason of another capability why an account may not place, move or take away objects just now.
///
/// - Thread: shared.
public protocol PlacingCondition: Sendable {
  /// - Throws: a ``Refusal`` that says what to do first; nothing is changed then.
  func check(_ account: EntityID, in transaction: WriteTransaction) throws
}
