import Base
import Storage

/// Rows of runs and arrivals.
enum RunStore {
  /// Whether a run was made on the revision.
  static func refers(to revision: EntityID, in session: StoreSession) throws -> Bool {
    try session.exists(
      "SELECT 1 FROM tour_runs WHERE revision = ?1 LIMIT 1", [.id(revision)])
  }
}
