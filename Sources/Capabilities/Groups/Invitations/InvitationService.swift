import Access
import Base
import Cryptography
import Identity
import Mail
import Notifications
import Storage

/// Inviting, requesting, and deciding on both.
public struct InvitationService: Sendable {
  let platform: Platform
  let notifications: any NotificationSink
  let outbox: MailOutbox
  let unwanted: UnwantedMail

  /// Invites into a sub-realm.
  ///
  /// An account finds it in its notifications, an unregistered address in its mail. A link's token
  /// stands in the answer and nowhere else. Whether an address is registered, who holds it, and
  /// whether the target has blocked the caller, does not show in the answer.
  ///
  /// - Throws: `forbidden` with slug `verification-needed` to invite by address or number as somebody
  ///   who has proved neither; `limited` beyond the sender's invitations of a day.
  public func invite(
    into realmID: EntityID, _ draft: InvitationDraft, caller: Caller
  ) throws -> NewInvitation {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      let realm = try SubRealmService.find(realmID, caller: caller, in: transaction)
      try Self.checkMayInvite(caller, as: draft.role, into: realm)
      var invitation = Invitation(
        id: platform.ids.next(), subRealm: realm.id, subRealmName: realm.name,
        direction: .offered, role: draft.role,
        inviter: AccountSummary(
          id: account, displayName: try AccountStore.displayName(account, in: transaction) ?? ""),
        isLink: false, message: draft.message, usesLeft: 1, isHidden: false, storedState: .open,
        createdAt: transaction.now, expiresAt: transaction.now.adding(seconds: draft.lifeSeconds))
      if case .link = draft.target {
        invitation.isLink = true
        invitation.usesLeft = draft.uses
      }
      try address(&invitation, to: draft.target, by: account, in: transaction)
      if let target = invitation.toAccount,
        try MembershipStore.role(of: target, in: realm.id, transaction) != nil
      {
        // Who holds an address is not said, not even by a refusal.
        guard invitation.isToAddress else {
          throw Refusal(.conflict, "already-member", "This account is already in \(realm.name).")
        }
        invitation.isHidden = true
      }
      return try send(invitation, in: transaction)
    }
  }

  /// Sets for whom an invitation is.
  ///
  /// - Throws: `notFound` for an account that is not there; `forbidden` and `limited` as ``invite(into:_:caller:)``.
  func address(
    _ invitation: inout Invitation, to target: InvitationDraft.Target, by account: EntityID,
    in transaction: WriteTransaction
  ) throws {
    switch target {
    case .link: return
    case .account(let target):
      let found = try AccountStore.existing(target, in: transaction)
      guard found.role != .admin else { throw Refusal.notFound("account") }
      invitation.toAccount = target
    case .email(let email):
      try AddressLimit(platform).check(1, by: account, in: transaction)
      invitation.toEmail = email
      invitation.toAccount = try AccountStore.account(withEmail: email, in: transaction)
    case .phone(let number):
      try AddressLimit(platform).check(1, by: account, in: transaction)
      invitation.toPhone = number
      invitation.toAccount = try AccountStore.account(withPhone: number, in: transaction)
    }
    if let target = invitation.toAccount {
      invitation.isHidden = try BlockStore.exists(target, blocks: account, in: transaction)
    }
  }

  /// Keeps an invitation and lets its target know.
  func send(
    _ invitation: Invitation, in transaction: WriteTransaction
  ) throws -> NewInvitation {
    let isByToken = invitation.toAccount == nil && invitation.toPhone == nil
    let token = isByToken ? SecretToken() : nil
    // Before it is one of them itself.
    let isFirst = try invitation.toAccount.map {
      try !InvitationStore.hasHeard(
        from: invitation.inviter.id, for: $0, since: transaction.now.adding(seconds: -86_400),
        in: transaction)
    }
    let mayBeMailed =
      try token != nil && invitation.toEmail.map { try mayMail($0, in: transaction) } ?? false
    try InvitationStore.insert(invitation, token: token?.digest, in: transaction)
    if isFirst == true, !invitation.isHidden { try notify(invitation, in: transaction) }
    if mayBeMailed, let email = invitation.toEmail, let token {
      try mail(invitation, to: email, token, in: transaction)
    }
    var shown = invitation
    // Registered or not, an address gets the same answer.
    if invitation.isToAddress { shown.toAccount = nil }
    return NewInvitation(invitation: shown, token: invitation.isLink ? token?.text : nil)
  }

  /// Whether an address without an account may get one more mail.
  private func mayMail(_ email: String, in transaction: WriteTransaction) throws -> Bool {
    let dayAgo = transaction.now.adding(seconds: -86_400)
    let settings = platform.settings
    return try !unwanted.isUnwanted(by: email, in: transaction)
      && InvitationStore.sent(to: email, since: dayAgo, in: transaction)
        < settings.invitationsToAddressPerDay
      && InvitationStore.sent(since: dayAgo, in: transaction) < settings.invitationMailsPerDay
  }

  /// Whether the caller for whom `realm` was read may invite into it with that role: higher ones
  /// than member are given by whoever manages members.
  static func checkMayInvite(
    _ caller: Caller, as role: MembershipRole, into realm: SubRealm
  ) throws(Refusal) {
    try realm.check(caller, .invite)
    if role > .member { try realm.check(caller, .manageMembers) }
    guard realm.joinPolicy != .closed else {
      throw Refusal(
        .conflict, "realm-closed", "\(realm.name) is closed. Change its join policy to invite.")
    }
  }

  /// Of several invitations by one person that wait, the first is told of; all stand in the list.
  private func notify(_ invitation: Invitation, in transaction: WriteTransaction) throws {
    guard let target = invitation.toAccount else { return }
    let name = Told(invitation.inviter.displayName)
    let notice: GroupNotice =
      if let realm = invitation.subRealmName {
        .invited(by: name, to: Told(realm))
      } else {
        .askedToBeFriends(by: name)
      }
    try notifications.post(
      notice, to: target, about: NotificationSubject(.invitation, invitation.id), version: 1,
      in: transaction)
  }

  /// Nothing in it is of the sender's making: neither names nor words nor links.
  private func mail(
    _ invitation: Invitation, to email: String, _ token: SecretToken,
    in transaction: WriteTransaction
  ) throws {
    let stop = unwanted.address(email)
    try outbox.add(
      to: email, subject: "An invitation to Wayside",
      body: """
        Somebody who knows this address invites you to Wayside at \(platform.settings.publicAddress).

        To see who it is, and to accept, open this address before \(invitation.expiresAt) and log \
        in or sign up:

        \(platform.settings.publicAddress)/invitations/\(token.text)

        If you do not want this, do nothing. To get no invitations from here ever again, open:

        \(stop)
        """, stop: stop, id: platform.ids.next(), in: transaction)
  }

  /// What waits for the caller's answer, the newest first.
  public func waiting(_ page: PageRequest, caller: Caller) throws -> Page<Invitation> {
    let account = try caller.requiredPerson().account
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    let now = platform.clock.now()
    return try platform.store.readOnce { session in
      let items = try InvitationStore.waiting(
        for: account, at: now, before: before, limit: page.limit + 1, in: session)
      return Page(reading: items, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// Open invitations and requests of a sub-realm that the caller runs, the newest first.
  public func list(
    of realmID: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<Invitation> {
    let account = try caller.requiredPerson().account
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    let now = platform.clock.now()
    return try platform.store.readOnce { session in
      let realm = try SubRealmService.find(
        realmID, to: .manageMembers, caller: caller, in: session)
      var items = try InvitationStore.open(
        of: realm.id, for: account, at: now, before: before, limit: page.limit + 1, in: session)
      for index in items.indices where items[index].isToAddress { items[index].toAccount = nil }
      return Page(reading: items, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// What the caller has offered or asked for, as it is now; without its token, which nobody knows
  /// any more.
  ///
  /// - Throws: `notFound` for what others have made.
  public func repeated(_ id: EntityID, caller: Caller) throws -> NewInvitation {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { session in
      guard var invitation = try InvitationStore.find(id, in: session),
        invitation.inviter.id == account
      else { throw Refusal.notFound("invitation") }
      if invitation.isToAddress { invitation.toAccount = nil }
      return NewInvitation(invitation: invitation, token: nil)
    }
  }

  /// What a token invites to, before it is accepted.
  public func preview(token: String, caller: Caller) throws -> Invitation {
    _ = try caller.requiredPerson()
    return try platform.store.readOnce { session in
      try usable(token: token, at: platform.clock.now(), in: session)
    }
  }

  /// An invitation to the caller, or a request to a sub-realm that the caller runs, while it is open.
  public func preview(_ id: EntityID, caller: Caller) throws -> Invitation {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { session in
      if let request = try InvitationStore.find(id, in: session),
        request.direction == .requested, let realm = request.subRealm
      {
        _ = try SubRealmService.find(realm, to: .manageMembers, caller: caller, in: session)
        try Self.checkOpen(request, at: platform.clock.now())
        return request
      }
      return try addressed(id, to: account, at: platform.clock.now(), in: session)
    }
  }

  private func usable(
    token: String, at now: Instant, in session: StoreSession
  ) throws -> Invitation {
    guard let token = SecretToken(token),
      let invitation = try InvitationStore.find(token: token.digest, in: session)
    else { throw Refusal.notFound("invitation") }
    try Self.checkOpen(invitation, at: now)
    return invitation
  }

  private static func checkOpen(_ invitation: Invitation, at now: Instant) throws {
    let state = invitation.state(at: now)
    guard state == .open else {
      throw Refusal(
        .gone, "invitation-\(state.rawValue)",
        "This invitation does not work any more: it is \(state.rawValue). Ask for a new one.")
    }
  }

  /// Accepts an invitation by its token.
  public func accept(token: String, caller: Caller) throws -> SubRealm {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      let invitation = try usable(token: token, at: transaction.now, in: transaction)
      return try enter(caller, account, by: invitation, in: transaction)
    }
  }

  /// Accepts an invitation that is addressed to the caller.
  public func accept(_ id: EntityID, caller: Caller) throws -> SubRealm {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      let invitation = try addressed(id, to: account, at: transaction.now, in: transaction)
      return try enter(caller, account, by: invitation, in: transaction)
    }
  }

  /// Declines an invitation that is addressed to the caller.
  public func decline(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let invitation = try addressed(id, to: account, at: transaction.now, in: transaction)
      try InvitationStore.decide(invitation, .declined, by: account, in: transaction)
    }
  }

  private func addressed(
    _ id: EntityID, to account: EntityID, at now: Instant, in session: StoreSession
  ) throws -> Invitation {
    guard let invitation = try InvitationStore.find(id, in: session),
      invitation.direction == .offered, !invitation.isHidden
    else { throw Refusal.notFound("invitation") }
    var isTarget = invitation.toAccount == account
    if !isTarget, invitation.toAccount == nil,
      let value = invitation.toEmail ?? invitation.toPhone
    {
      isTarget = try AccountStore.hasProved(value, account, in: session)
    }
    guard isTarget else { throw Refusal.notFound("invitation") }
    try Self.checkOpen(invitation, at: now)
    return invitation
  }

  private func enter(
    _ caller: Caller, _ account: EntityID, by invitation: Invitation,
    in transaction: WriteTransaction
  ) throws -> SubRealm {
    guard let realmID = invitation.subRealm else {
      return try befriend(caller, account, by: invitation, in: transaction)
    }
    guard let realm = try SubRealmStore.find(realmID, for: account, in: transaction)
    else { throw Refusal.notFound("invitation") }
    if realm.ownRole != nil { return realm }
    // An invitation is worth no more than its inviter's own rights at the moment of accepting.
    guard try Self.offered(by: invitation, realm.id, in: transaction) != nil else {
      throw Refusal(
        .gone, "invitation-revoked",
        "This invitation does not work any more: its sender may not invite. Ask for a new one.")
    }
    try Memberships.add(account, to: realm, as: invitation.role, in: transaction)
    if let uses = invitation.usesLeft {
      try InvitationStore.setUsesLeft(max(uses - 1, 0), of: invitation.id, in: transaction)
      if uses <= 1 {
        try InvitationStore.decide(invitation, .accepted, by: account, in: transaction)
      }
    }
    return try SubRealmService.find(realm.id, caller: caller, in: transaction)
  }

  /// Takes an invitation or a request back: whoever made it, or an admin of the sub-realm.
  public func revoke(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      guard let invitation = try InvitationStore.find(id, in: transaction) else {
        throw Refusal.notFound("invitation")
      }
      let realm = try invitation.subRealm.flatMap {
        try SubRealmStore.find($0, for: account, in: transaction)
      }
      let manages = realm.map { (try? $0.check(caller, .manageMembers)) != nil } ?? false
      guard invitation.inviter.id == account || manages else {
        throw Refusal.notFound("invitation")
      }
      try Self.checkOpen(invitation, at: transaction.now)
      try InvitationStore.decide(invitation, .revoked, by: account, in: transaction)
    }
  }

  /// Asks to be taken into a sub-realm; asking again answers with the open request.
  public func request(
    _ realmID: EntityID, message: String, caller: Caller
  ) throws -> Invitation {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      let realm = try SubRealmService.find(realmID, caller: caller, in: transaction)
      guard realm.ownRole == nil, realm.joinPolicy == .request else {
        throw Refusal(
          .conflict, "no-request-needed", "\(realm.name) is not joined by a request.")
      }
      let open = try InvitationStore.openRequest(
        of: account, to: realmID, at: transaction.now, in: transaction)
      if let open { return open }
      let name = try AccountStore.displayName(account, in: transaction) ?? ""
      let request = Invitation(
        id: platform.ids.next(), subRealm: realm.id, subRealmName: realm.name,
        direction: .requested, role: .member,
        inviter: AccountSummary(id: account, displayName: name), isLink: false, message: message,
        usesLeft: 1, isHidden: false, storedState: .open, createdAt: transaction.now,
        expiresAt: transaction.now.adding(seconds: Int64(InvitationDraft.maximumLife)))
      try InvitationStore.insert(request, token: nil, in: transaction)
      for admin in try MembershipStore.admins(of: realmID, in: transaction)
      where try !BlockStore.exists(admin, blocks: account, in: transaction) {
        try notifications.post(
          GroupNotice.askedToJoin(by: Told(name), group: Told(realm.name)), to: admin,
          about: NotificationSubject(.invitation, request.id), version: 1, in: transaction)
      }
      return request
    }
  }

  /// Decides on a request to join; only admins of the sub-realm do.
  public func decide(_ id: EntityID, accepts: Bool, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      guard let request = try InvitationStore.find(id, in: transaction),
        request.direction == .requested, let realmID = request.subRealm
      else { throw Refusal.notFound("request") }
      let realm = try SubRealmService.find(
        realmID, to: .manageMembers, caller: caller, in: transaction)
      try Self.checkOpen(request, at: transaction.now)
      if accepts {
        try Memberships.add(request.inviter.id, to: realm, as: .member, in: transaction)
      }
      // A refusal is a decision on who is in it too.
      if !accepts { try MembershipStore.countChange(of: realm.id, in: transaction) }
      try InvitationStore.decide(
        request, accepts ? .accepted : .declined, by: account, in: transaction)
      let group = Told(realm.name)
      try notifications.post(
        accepts ? GroupNotice.requestAccepted(group: group) : .requestDeclined(group: group),
        to: request.inviter.id, about: NotificationSubject(.subRealm, realm.id),
        version: try MembershipStore.version(of: realm.id, in: transaction), in: transaction)
    }
  }
}
