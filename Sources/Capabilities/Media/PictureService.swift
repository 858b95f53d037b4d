import Access
import Base
import Foundation
import Pictures
import Registration
import Storage

/// Pictures of things: keeping, showing and taking them away.
///
/// Which things have pictures, and who may change and see them, their capabilities say.
///
/// - Thread: shared.
public struct PictureService: Sendable {
  let platform: Platform
  public let media: MediaService
  let maker: PictureMaker
  let limits: PictureLimits
  private let audit: (any AuditTrail)?
  private let things: [String: any PicturedThings]

  /// - Parameters:
  ///   - things: what can have pictures.
  ///   - audit: where admins' looks at what was reported are noted.
  /// - Throws: `conflict` when two capabilities have one word for theirs.
  public init(
    platform: Platform, media: MediaService, maker: PictureMaker = PictureMaker(),
    things: [any PicturedThings], limits: PictureLimits = PictureLimits(),
    audit: (any AuditTrail)? = nil
  ) throws(Refusal) {
    self.platform = platform
    self.media = media
    self.maker = maker
    self.limits = limits
    self.audit = audit
    var byKind: [String: any PicturedThings] = [:]
    for thing in things where byKind.updateValue(thing, forKey: thing.pictureKind) != nil {
      throw Refusal(
        .conflict, "registered-twice", "Two capabilities have pictures of \(thing.pictureKind).")
    }
    self.things = byKind
  }

  private func things(_ kind: String) throws(Refusal) -> any PicturedThings {
    guard let found = things[kind] else { throw Refusal.notFound("picture") }
    return found
  }

  // MARK: Keeping

  /// Makes a file the one picture of a thing, in place of the one before.
  ///
  /// - Throws: what the thing's capability refuses; ``Refusal`` naming the rule of images; `conflict`
  ///   or `limited` where the room is used up; `busy`. Nothing is kept then.
  public func put(
    _ upload: PictureUpload, of kind: String, _ subject: EntityID, caller: Caller
  ) throws -> Picture {
    let things = try things(kind)
    let author = try caller.requiredPerson().account
    let holder = try platform.store.read {
      try things.holder(of: subject, changedBy: caller, in: $0)
    }
    return try keep(upload, holder: holder, author: author) { picture, transaction in
      // What was seen before the picture was made may have changed since.
      _ = try things.holder(of: subject, changedBy: caller, in: transaction)
      try replace(kind, subject, by: [picture.id], in: transaction)
      try things.pictureChanged(subject, in: transaction)
    }
  }

  /// Takes the picture of a thing away; does nothing if it has none.
  public func remove(of kind: String, _ subject: EntityID, caller: Caller) throws {
    let things = try things(kind)
    _ = try caller.requiredPerson()
    try platform.store.write { transaction in
      _ = try things.holder(of: subject, changedBy: caller, in: transaction)
      guard try replace(kind, subject, by: [], in: transaction) else { return }
      try things.pictureChanged(subject, in: transaction)
    }
  }

  /// Whether there was one.
  @discardableResult
  private func replace(
    _ kind: String, _ subject: EntityID, by pictures: [EntityID], in transaction: WriteTransaction
  ) throws -> Bool {
    let old = try PictureStore.pictures(of: kind, [subject], in: transaction)[subject] ?? []
    try PictureStore.set(pictures, of: kind, subject, in: transaction)
    for picture in old { try PictureStore.deleteUnused(picture.id, in: transaction) }
    return !old.isEmpty
  }

  /// Keeps a picture for things that refer to it themselves; what nothing refers to goes a day later.
  ///
  /// - Parameters:
  ///   - holder: the account or organization in whose quota it counts.
  ///   - body: runs in the transaction that keeps it.
  public func keep(
    _ upload: PictureUpload, holder: EntityID, author: EntityID,
    _ body: (Picture, WriteTransaction) throws -> Void = { _, _ in }
  ) throws -> Picture {
    // Before the work, and once more when it is written down.
    try platform.store.readOnce {
      try checkQuota(of: holder, adding: 0, at: platform.clock.now(), in: $0)
    }
    let made = try maker.make(upload.bytes)
    let files = made.sizes.map { (bytes: $0.bytes, type: MadePicture.mediaType) }
    return try media.keeping(files) { items, transaction in
      let picture = Picture(
        id: platform.ids.next(), holder: holder, author: author, alt: upload.alt,
        placeholder: Data(made.placeholder).base64EncodedString(),
        sizes: zip(made.sizes, items).map {
          Picture.Size(width: $0.width, height: $0.height, media: $1)
        }, createdAt: transaction.now)
      try checkQuota(
        of: holder, adding: picture.byteCount, at: transaction.now, in: transaction)
      try PictureStore.insert(picture, in: transaction)
      try body(picture, transaction)
      return picture
    }
  }

  /// Keeps a picture that has the files of another one and other words, for things that refer to it
  /// themselves.
  ///
  /// - Throws: `notFound` for a picture of another holder; `conflict` or `limited` where the room is used up.
  public func redescribe(
    _ id: EntityID, as alt: AltText, holder: EntityID, author: EntityID
  ) throws -> Picture {
    try platform.store.write { transaction in
      guard var picture = try PictureStore.find(id, in: transaction), picture.holder == holder,
        picture.hiddenAt == nil
      else { throw Refusal.notFound("picture") }
      try checkQuota(
        of: holder, adding: picture.byteCount, at: transaction.now, in: transaction)
      picture.id = platform.ids.next()
      picture.author = author
      picture.alt = alt
      picture.createdAt = transaction.now
      try PictureStore.insert(picture, in: transaction)
      return picture
    }
  }

  private func checkQuota(
    of holder: EntityID, adding bytes: Int, at now: Instant, in session: StoreSession
  ) throws {
    let usage = try PictureStore.usage(
      of: holder, since: now.adding(seconds: -86_400), in: session)
    guard usage.count < limits.pictures, usage.bytes + bytes <= limits.bytes else {
      throw Refusal(
        .conflict, "picture-quota",
        """
        \(usage.count) pictures with \(usage.bytes) bytes are kept, of at most \(limits.pictures) \
        and \(limits.bytes). Take some away first.
        """)
    }
    guard usage.recent < limits.picturesPerDay else {
      throw Refusal(
        .limited, "daily-quota",
        "You can send \(limits.picturesPerDay) pictures in 24 hours. Try again later.",
        retryAfterSeconds: 3600)
    }
  }

  /// Forgets pictures that nothing shows, at once.
  public func discard(_ ids: [EntityID]) throws {
    if ids.isEmpty { return }
    try platform.store.write { transaction in
      for id in ids { try PictureStore.deleteUnused(id, in: transaction) }
    }
  }

  /// Forgets pictures that nothing has shown a day after their making, and those that were hidden
  /// too long ago to be shown again; run now and then.
  ///
  /// - Returns: how many went.
  @discardableResult
  public func sweep() throws -> Int {
    let now = platform.clock.now()
    var count = 0
    while true {
      let unused = try platform.store.write { transaction in
        try PictureStore.dropHidden(
          before: now.adding(seconds: -86_400 * Self.daysKeptWhenHidden), in: transaction)
        let unused = try PictureStore.unused(
          before: now.adding(seconds: -86_400), limit: 200, in: transaction)
        for id in unused { try PictureStore.deleteUnused(id, in: transaction) }
        return unused.count
      }
      count += unused
      if unused < 200 { return count }
    }
  }

  /// The sweep again and again.
  public var sweeping: UpkeepTask {
    UpkeepTask("pictures", everySeconds: 300) { [self] in _ = try sweep() }
  }

  /// For how many days a hidden picture is kept, so that it can be shown again.
  static let daysKeptWhenHidden: Int64 = 30

  // MARK: Showing

  /// The picture, if the caller sees something that it is of, or has made it; an admin's look at what
  /// others do not see is audited.
  ///
  /// - Throws: `notFound` for absent and hidden ones alike.
  public func picture(_ id: EntityID, caller: Caller) throws -> Picture {
    let found = try find(id, caller: caller)
    if caller.role == .admin { try noteLook(at: found, caller) }
    return found
  }

  private func find(_ id: EntityID, caller: Caller) throws -> Picture {
    try platform.store.read { session in
      guard let picture = try PictureStore.find(id, in: session),
        try shows(picture, caller: caller, in: session)
      else { throw Refusal.notFound("picture") }
      return picture
    }
  }

  /// An admin's look at what only its report shows stands in the audit log.
  private func noteLook(at picture: Picture, _ caller: Caller) throws {
    guard try !platform.store.read({ try isInSight(picture, caller: caller, in: $0) }) else {
      return
    }
    try platform.store.write { transaction in
      try audit?.append(
        "private-picture-read", by: caller.account, on: "picture", picture.id, detail: "",
        in: transaction)
    }
  }

  /// The file of one size; an admin's look at what others do not see is audited.
  ///
  /// - Parameter width: one of those of the picture's sizes.
  public func content(_ id: EntityID, width: Int, caller: Caller) throws -> MediaItem {
    let found = try find(id, caller: caller)
    guard let size = found.sizes.first(where: { $0.width == width }) else {
      throw Refusal.notFound("size of the picture")
    }
    if caller.role == .admin { try noteLook(at: found, caller) }
    return size.media
  }

  /// The first picture of each of some things that the caller sees already.
  public func pictures(of kind: String, _ subjects: [EntityID]) throws -> [EntityID: Picture] {
    try platform.store.read {
      try PictureStore.pictures(of: kind, subjects, in: $0).compactMapValues(\.first)
    }
  }

  func shows(_ picture: Picture, caller: Caller, in session: StoreSession) throws -> Bool {
    // Admins decide about what is reported, and hear appeals; anything else is not theirs to look at.
    if caller.role == .admin,
      try PictureStore.isReported(picture.id, at: platform.clock.now(), in: session)
    {
      return true
    }
    return try isInSight(picture, caller: caller, in: session)
  }

  /// Whether the caller sees it without a report.
  private func isInSight(
    _ picture: Picture, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard picture.hiddenAt == nil else { return false }
    if let author = picture.author, caller.account == author { return true }
    return try PictureStore.subjects(of: picture.id, in: session).contains { use in
      try things[use.kind]?.shows(use.subject, caller: caller, in: session) ?? false
    }
  }
}

// MARK: Reports

/// Lets pictures be reported and taken out of sight.
extension PictureService: ReportableThings {
  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "picture") }

  public func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let picture = try PictureStore.find(id, in: session), picture.hiddenAt == nil,
      try shows(picture, caller: caller, in: session)
    else { return nil }
    return thing(picture)
  }

  public func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    try PictureStore.find(id, in: session).map(thing)
  }

  /// With all that its holder has of the same file: else a draft in which it is described in other words
  /// would bring it back.
  public func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let picture = try PictureStore.find(id, in: transaction), picture.hiddenAt == nil
    else { return }
    for copy in try PictureStore.copies(of: picture, in: transaction) {
      try PictureStore.hide(copy, in: transaction)
      for use in try PictureStore.subjects(of: copy, in: transaction) {
        try things[use.kind]?.pictureChanged(use.subject, in: transaction)
      }
    }
  }

  public func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws {
    guard let picture = try PictureStore.find(id, in: transaction), picture.hiddenAt == removal.at
    else { return }
    for copy in try PictureStore.copies(of: picture, hiddenAt: removal.at, in: transaction) {
      try PictureStore.show(copy, in: transaction)
      for use in try PictureStore.subjects(of: copy, in: transaction) {
        try things[use.kind]?.pictureChanged(use.subject, in: transaction)
      }
    }
  }

  private func thing(_ picture: Picture) -> ReportableThing {
    var json = JSONWriter(capacity: 512)
    picture.write(to: &json)
    let words = picture.alt.words
    return ReportableThing(
      owner: picture.author, title: words.isEmpty ? "A picture" : "The picture “\(words)”",
      evidence: json.bytes)
  }
}
