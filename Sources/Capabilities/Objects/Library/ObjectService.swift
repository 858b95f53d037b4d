import Access
import Base
import Media
import Notifications
import Registration
import Storage

/// The use cases of AR objects: making, showing, naming and withdrawing them.
///
/// - Thread: shared.
public struct ObjectService: Sendable {
  let platform: Platform
  let media: MediaService
  let generator: any ObjectGenerator
  let rights: ObjectRights
  let withdrawal: ObjectWithdrawal
  let audit: (any AuditTrail)?
  let limits: ObjectLimits
  let fileLimits: MediaSniffer.Limits

  public init(
    platform: Platform, media: MediaService, generator: any ObjectGenerator,
    rights: ObjectRights, notifications: any NotificationSink, audit: (any AuditTrail)? = nil,
    limits: ObjectLimits = ObjectLimits(), fileLimits: MediaSniffer.Limits = MediaSniffer.Limits()
  ) {
    self.platform = platform
    self.media = media
    self.generator = generator
    self.rights = rights
    self.audit = audit
    self.limits = limits
    self.fileLimits = fileLimits
    withdrawal = ObjectWithdrawal(notifications: notifications)
  }

  // MARK: Making

  /// Checks a GLB file or a picture and keeps it as an object of the caller.
  ///
  /// - Throws: ``Refusal`` that names the broken rule of uploads, or the limit that is reached;
  ///   nothing is kept then.
  public func upload(_ upload: ObjectUpload, caller: Caller) throws -> ARObject {
    try self.upload(upload, of: caller.requiredPerson().account)
  }

  /// The same for an account that need not be the caller's.
  ///
  /// - Parameter body: runs in the transaction that keeps the object.
  func upload(
    _ upload: ObjectUpload, of owner: EntityID,
    _ body: (ARObject, WriteTransaction) throws -> Void = { _, _ in }
  ) throws -> ARObject {
    try checkUsage(of: owner, adding: upload.bytes.count)
    let file = try ObjectFile(checking: upload.bytes, limits: fileLimits)
    return try keep(
      file, as: upload.name, alt: upload.alt, origin: upload.origin, of: owner, body)
  }

  /// Makes an object from words and keeps it as the caller's.
  public func generate(_ prompt: ObjectPrompt, caller: Caller) throws -> ARObject {
    let owner = try caller.requiredPerson().account
    try checkUsage(of: owner, adding: 0)
    let made = try generator.generate(prompt.prompt)
    var file = try ObjectFile(checking: made.glb, limits: fileLimits)
    file.kind = made.kind
    return try keep(
      file, as: prompt.name, alt: prompt.alt ?? .text(made.description), origin: .prompt,
      of: owner)
  }

  /// What ``generate(_:caller:)`` would make of the words; nothing is kept.
  public func preview(_ prompt: String, caller: Caller) throws -> GeneratedObject {
    _ = try caller.requiredPerson()
    return try generator.generate(prompt)
  }

  /// Loads a preset, for the operator's import only; the same file under the same name is loaded
  /// once.
  ///
  /// - Parameter kind: what it shows; nil takes what the file is.
  public func importPreset(
    name: String, alt: AltText, kind: ARObject.Kind? = nil, bytes: [UInt8]
  ) throws -> ARObject {
    var file = try ObjectFile(checking: bytes, limits: fileLimits)
    if let kind { file.kind = kind }
    return try keep(file, as: name, alt: alt, origin: .preset, of: nil)
  }

  private func keep(
    _ file: ObjectFile, as name: String, alt: AltText, origin: ARObject.Origin,
    of owner: EntityID?, _ body: (ARObject, WriteTransaction) throws -> Void = { _, _ in }
  ) throws -> ARObject {
    try media.keeping(file.bytes, type: file.type) { item, transaction in
      if let owner {
        try checkUsage(of: owner, adding: item.byteCount, in: transaction, now: transaction.now)
      } else if let loaded = try ObjectStore.preset(
        named: name, digest: item.digest, in: transaction)
      {
        return loaded
      }
      let object = ARObject(
        id: platform.ids.next(), owner: owner, name: name, alt: alt, kind: file.kind,
        origin: origin, media: item, boundingBox: file.boundingBox, triangles: file.triangles,
        state: .live, createdAt: transaction.now, version: 1)
      try ObjectStore.insert(object, in: transaction)
      try MediaStore.use(item, by: "object", object.id, in: transaction)
      try transaction.record("object", object.id, .insert)
      try body(object, transaction)
      return object
    }
  }

  /// A first look before the work of checking a file; decided again in the transaction.
  private func checkUsage(of owner: EntityID, adding bytes: Int) throws {
    try platform.store.read {
      try checkUsage(of: owner, adding: bytes, in: $0, now: platform.clock.now())
    }
  }

  private func checkUsage(
    of owner: EntityID, adding bytes: Int, in session: StoreSession, now: Instant
  ) throws {
    let dayAgo = now.adding(seconds: -86_400)
    let usage = try ObjectStore.usage(of: owner, since: dayAgo, in: session)
    if usage.objects >= limits.objects {
      throw Refusal(
        .conflict, "object-quota",
        "You have \(limits.objects) objects, the most that an account can have. Delete some first.")
    }
    if usage.bytes + bytes > limits.bytes {
      throw Refusal(
        .conflict, "object-quota",
        """
        Your objects hold \(usage.bytes) bytes of at most \(limits.bytes); there is no room for \
        \(bytes) more. Delete some first.
        """)
    }
    if usage.recentBytes + bytes > limits.bytesPerDay {
      throw Refusal(
        .limited, "daily-quota",
        "You can upload \(limits.bytesPerDay) bytes in 24 hours. Try again later.",
        retryAfterSeconds: 3600)
    }
  }

  // MARK: Showing

  /// The object, if the caller sees it; admins see what is private once it has been reported, and
  /// their look stands in the audit log.
  public func details(_ id: EntityID, caller: Caller) throws -> ARObject {
    let (object, isPublic) = try platform.store.read { session in
      let object = try rights.find(id, caller: caller, in: session)
      return (object, try caller.role != .admin || rights.isPublic(object, in: session))
    }
    if !isPublic { try noteLook(at: id, caller) }
    return object
  }

  private func noteLook(at object: EntityID, _ caller: Caller) throws {
    try platform.store.write { transaction in
      try audit?.append(
        "private-object-read", by: caller.account, on: "object", object, detail: "",
        in: transaction)
    }
  }

  /// What the object's bytes are, if the caller sees it; they are read from the media files.
  ///
  /// - Throws: `gone` when the object was withdrawn so long ago that its bytes are no longer kept;
  ///   `paymentRequired` for what only a tour shows that has to be bought.
  public func content(_ id: EntityID, caller: Caller) throws -> MediaItem {
    let (item, isPublic) = try platform.store.read { session in
      let object = try rights.find(id, to: .open, caller: caller, in: session)
      guard let item = try MediaStore.find(object.media.digest, in: session) else {
        throw Refusal(.gone, "content-gone", "The bytes of this object are no longer kept.")
      }
      return (item, try caller.role != .admin || rights.isPublic(object, in: session))
    }
    if !isPublic { try noteLook(at: id, caller) }
    return item
  }

  // MARK: Changing

  /// Changes the texts of the caller's own object; one that is hidden until then comes back.
  public func edit(
    _ id: EntityID, _ changes: ObjectChanges, expecting version: ExpectedVersion,
    caller: Caller
  ) throws -> ARObject {
    _ = try caller.required()
    return try platform.store.write { transaction in
      let object = try rights.find(id, to: .edit, caller: caller, in: transaction)
      try version.check(object.version)
      let (name, alt) = (changes.name ?? object.name, changes.alt ?? object.alt)
      try ObjectStore.update(id, name: name, alt: alt, in: transaction)
      if name != object.name || alt != object.alt { try withdrawal.show(object, in: transaction) }
      try transaction.record("object", id, .update)
      guard let changed = try ObjectStore.find(id, in: transaction) else {
        throw Refusal.notFound("object")
      }
      return changed
    }
  }

  /// Withdraws the caller's own object everywhere: from all places, inventories and tours; whoever
  /// bought it with a tour keeps it.
  public func withdraw(
    _ id: EntityID, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    _ = try caller.required()
    try platform.store.write { transaction in
      let object = try rights.find(id, to: .delete, caller: caller, in: transaction)
      try version.check(object.version)
      try withdrawal.withdraw(object, in: transaction)
      if try rights.isSold(id, in: transaction) {
        try ObjectStore.set(isSold: true, id, in: transaction)
      }
    }
  }

  /// Deletes uploads of the caller that were made for something that has failed, as if they had never
  /// been; what is used already stays.
  public func discard(_ ids: [EntityID], caller: Caller) throws {
    if ids.isEmpty { return }
    let account = try caller.required().account
    try platform.store.write { transaction in
      for id in ids
      where try !rights.isUsed(id, in: transaction)
        && ObjectStore.deleteUnused(id, of: account, in: transaction)
      {
        try release(id, in: transaction)
        try transaction.record("object", id, .delete)
      }
    }
  }

  private func release(_ id: EntityID, in transaction: WriteTransaction) throws {
    try MediaStore.release(by: "object", id, in: transaction)
    try PictureStore.set([], of: ARObject.pictureKind, id, in: transaction)
  }

  /// Lets go of the bytes of objects that were withdrawn too long ago to be restored, and sweeps
  /// what nothing uses; run now and then.
  @discardableResult
  public func sweep() throws -> MediaService.Sweep {
    let days = Int64(clamping: limits.daysKeptWhenWithdrawn)
    let cutoff = platform.clock.now().adding(seconds: -86_400 * days)
    while true {
      let released = try platform.store.write { transaction in
        let ids = try ObjectStore.holdingBytes(
          withdrawnBefore: cutoff, limit: 500, in: transaction)
        for id in ids { try release(id, in: transaction) }
        return ids.count
      }
      if released < 500 { break }
    }
    return try media.sweepUnused(since: platform.clock.now().adding(milliseconds: 1))
  }

  /// The sweep again and again.
  public var sweeping: UpkeepTask {
    UpkeepTask("media", everySeconds: 300) { [self] in try sweep() }
  }
}
