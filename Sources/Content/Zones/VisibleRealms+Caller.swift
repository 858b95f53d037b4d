import Proximity
import Realms

extension VisibleRealms {
  /// The sub-realms whose zones count for a caller.
  ///
  /// The account itself stands for its personal sub-realm, in which its appointments are.
  init(of caller: Caller) {
    self.init(caller.visibleRealms + (caller.account.map { [$0] } ?? []))
  }
}
