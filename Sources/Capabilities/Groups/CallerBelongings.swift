import Access
import Base
import Identity
import Storage

/// Where whoever calls is a member, and whom it has blocked.
struct CallerBelongings: CallerPart {
  // The subject of a membership is its account, that of a block the one who blocks.
  var changeKinds: Set<String> { ["membership", "block"] }

  func complete(_ caller: inout Caller.LoggedIn, in session: StoreSession) throws {
    var memberships = caller.memberships
    for (realm, role) in try MembershipStore.roles(of: caller.account, in: session) {
      memberships[realm] = role
    }
    caller.memberships = memberships
    caller.blocked = try BlockStore.all(of: caller.account, in: session)
  }
}
