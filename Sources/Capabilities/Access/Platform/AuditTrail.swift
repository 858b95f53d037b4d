import Base
import Storage

/// Where decisions are noted that have to be accounted for.
///
/// - Thread: shared.
public protocol AuditTrail: Sendable {
  /// Adds an entry in the transaction of the act itself.
  ///
  /// - Parameters:
  ///   - action: a stable name in kebab case.
  ///   - actor: who has decided; nil for the operator.
  func append(
    _ action: String, by actor: EntityID?, on subjectKind: String, _ subject: EntityID,
    detail: String, in transaction: WriteTransaction
  ) throws
}
