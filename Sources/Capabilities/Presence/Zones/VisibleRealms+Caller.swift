import Access
import Proximity

extension VisibleRealms {
  /// The sub-realms whose zones count for a caller.
  ///
  /// Among them the personal one, in which appointments are.
  init(caller: Caller) {
    self.init(caller.visibleRealms)
  }
}
