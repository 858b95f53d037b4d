import Access
import Base
import Identity
import Notifications
import Storage

/// Becoming an organization user, and what an organization says about itself.
public struct OrganizationService: Sendable {
  let platform: Platform
  let notifications: any NotificationSink
  let audit: any AuditTrail

  /// Asks for an organization account; nothing changes before an admin decides.
  ///
  /// - Throws: `conflict` while a request of the caller waits.
  public func request(
    _ draft: OrganizationRequestDraft, caller: Caller
  ) throws -> OrganizationRequest {
    let account = try caller.required(.general).account
    return try platform.store.write { transaction in
      let earlier = try OrganizationStore.requests(of: account, in: transaction)
      guard !earlier.contains(where: { $0.state == .requested }) else {
        throw Refusal(
          .conflict, "request-pending", "Your request waits for a decision; there can be one only.")
      }
      let name = try AccountStore.displayName(account, in: transaction) ?? ""
      let request = OrganizationRequest(
        id: platform.ids.next(), account: AccountSummary(id: account, displayName: name),
        organizationName: draft.organizationName, reason: draft.reason, website: draft.website,
        state: .requested, createdAt: transaction.now)
      try OrganizationStore.insert(request, in: transaction)
      return request
    }
  }

  /// The caller's own requests, the newest first.
  public func ownRequests(caller: Caller) throws -> [OrganizationRequest] {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try OrganizationStore.requests(of: account, in: $0) }
  }

  /// One of the caller's own requests.
  ///
  /// - Throws: `notFound`.
  public func ownRequest(_ id: EntityID, caller: Caller) throws -> OrganizationRequest {
    guard let found = try ownRequests(caller: caller).first(where: { $0.id == id }) else {
      throw Refusal.notFound("request")
    }
    return found
  }

  /// Requests that wait for an admin, the oldest first.
  public func pending(
    _ page: PageRequest, caller: Caller
  ) throws -> Page<OrganizationRequest> {
    _ = try caller.required(.admin)
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    return try platform.store.readOnce { session in
      let items = try OrganizationStore.pending(after: after, limit: page.limit + 1, in: session)
      return Page(reading: items, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// One request, for admins.
  public func get(_ id: EntityID, caller: Caller) throws -> OrganizationRequest {
    _ = try caller.required(.admin)
    return try platform.store.readOnce { session in
      guard let request = try OrganizationStore.request(id, in: session) else {
        throw Refusal.notFound("organization request")
      }
      return request
    }
  }

  /// Accepts or denies a request.
  ///
  /// Accepting makes the organization with the requester as its owner, who is an organization user
  /// from the next request on. Either way the requester is told, in the same transaction.
  ///
  /// - Throws: `conflict` if it is decided already or the requester has joined an organization.
  public func decide(
    _ id: EntityID, _ decision: OrganizationDecision, caller: Caller
  ) throws -> OrganizationRequest {
    let admin = try caller.required(.admin).account
    return try platform.store.write { transaction in
      guard var request = try OrganizationStore.request(id, in: transaction) else {
        throw Refusal.notFound("organization request")
      }
      guard request.state == .requested else {
        throw Refusal(.conflict, "already-decided", "This request has been decided already.")
      }
      request.state = decision.accepts ? .approved : .denied
      request.decisionReason = decision.reason.isEmpty ? nil : decision.reason
      request.decidedAt = transaction.now
      if decision.accepts {
        request.organization = try found(request, in: transaction)
      }
      try OrganizationStore.decide(request, by: admin, in: transaction)
      let (name, reason) = (Told(request.organizationName), request.decisionReason.map(Told.init))
      try notifications.post(
        decision.accepts
          ? GroupNotice.organizationApproved(name: name, reason: reason)
          : .organizationDenied(name: name, reason: reason),
        to: request.account.id, about: NotificationSubject(.organizationRequest, id), version: 1,
        in: transaction)
      try audit.append(
        decision.accepts ? "organization-approved" : "organization-denied", by: admin,
        on: "organizationRequest", id, detail: decision.reason, in: transaction)
      return request
    }
  }

  private func found(
    _ request: OrganizationRequest, in transaction: WriteTransaction
  ) throws -> EntityID {
    let realm = SubRealm(
      id: platform.ids.next(), kind: .organization, name: request.organizationName,
      description: "", joinPolicy: .invite, members: 0, createdAt: transaction.now, version: 1)
    try SubRealmStore.insert(realm, in: transaction)
    try OrganizationStore.insert(
      Organization(
        id: realm.id, name: realm.name, website: request.website, currency: .canadianDollar,
        approvedAt: transaction.now),
      in: transaction)
    try Memberships.add(request.account.id, to: realm, as: .owner, in: transaction)
    return realm.id
  }

  /// What an organization says about itself, to anyone who is logged in.
  public func organization(_ id: EntityID, caller: Caller) throws -> Organization {
    _ = try caller.required()
    return try platform.store.readOnce { session in
      guard let organization = try OrganizationStore.find(id, in: session) else {
        throw Refusal.notFound("organization")
      }
      return organization
    }
  }

  /// The organization as other capabilities need it, within their own read or write.
  public func find(_ id: EntityID, in session: StoreSession) throws -> Organization? {
    try OrganizationStore.find(id, in: session)
  }

  /// Changes the website or the currency of the caller's own organization.
  public func change(
    _ id: EntityID, _ change: OrganizationChange, caller: Caller
  ) throws -> Organization {
    _ = try caller.required(.organization)
    return try platform.store.write { transaction in
      _ = try SubRealmService.find(id, to: .edit, caller: caller, in: transaction)
      guard var organization = try OrganizationStore.find(id, in: transaction) else {
        throw Refusal.notFound("organization")
      }
      organization.website = change.clearsWebsite ? nil : change.website ?? organization.website
      organization.currency = change.currency ?? organization.currency
      try OrganizationStore.update(organization, in: transaction)
      try audit.append(
        "organization-changed", by: caller.account, on: "organization", id,
        detail: "\(organization.currency.rawValue) \(organization.website ?? "")",
        in: transaction)
      return organization
    }
  }
}
