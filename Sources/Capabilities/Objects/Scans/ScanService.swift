import Access
import Base
import Media
import Notifications
import Storage

/// The use cases of scan requests: people send photos, the operator answers with a model.
///
/// - Thread: shared.
public struct ScanService: Sendable {
  let platform: Platform
  let pictures: PictureService
  let objects: ObjectService
  let notifications: any NotificationSink

  public init(
    platform: Platform, pictures: PictureService, objects: ObjectService,
    notifications: any NotificationSink
  ) {
    self.platform = platform
    self.pictures = pictures
    self.objects = objects
    self.notifications = notifications
  }

  // MARK: Asking

  /// Keeps a photo for a request that is made within a day; else it goes.
  ///
  /// - Throws: what ``PictureService`` refuses.
  public func keep(_ upload: PictureUpload, caller: Caller) throws -> Picture {
    let account = try caller.requiredPerson().account
    return try pictures.keep(upload, holder: account, author: account) { picture, transaction in
      try transaction.record("picture", picture.id, .insert)
    }
  }

  /// A photo that was kept for the caller.
  public func photo(_ id: EntityID, caller: Caller) throws -> Picture {
    try pictures.picture(id, caller: caller)
  }

  /// Sends photos that were kept before.
  ///
  /// - Throws: `invalid` for a photo that is not the caller's; `conflict` with slug
  ///   `too-many-scan-requests` where as many wait as can.
  public func request(_ draft: ScanDraft, caller: Caller) throws -> ScanRequest {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      guard
        try ScanRequestStore.openCount(of: account, in: transaction) < ScanRequest.maximumOpen
      else {
        throw Refusal(
          .conflict, "too-many-scan-requests",
          """
          \(ScanRequest.maximumOpen) of your requests wait already. Take one back, or wait for an \
          answer.
          """)
      }
      var request = ScanRequest(
        id: platform.ids.next(), account: account, name: draft.name, alt: draft.alt,
        state: .requested, createdAt: transaction.now)
      for (index, id) in draft.photos.enumerated() {
        guard let photo = try PictureStore.find(id, in: transaction), photo.author == account,
          photo.holder == account, photo.hiddenAt == nil
        else {
          throw Refusal.invalid(
            "/photos/\(index)", "is no photo of yours that is still kept. Send the photo again")
        }
        request.photos.append(photo)
      }
      try ScanRequestStore.insert(request, in: transaction)
      return request
    }
  }

  /// The caller's own requests, the newest first.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<ScanRequest> {
    let account = try caller.requiredPerson().account
    let before = try page.idPosition()
    return try platform.store.read { session in
      let found = try ScanRequestStore.all(
        of: account, before: before, limit: page.limit + 1, in: session)
      return Page(reading: found, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// An own request.
  ///
  /// - Throws: `notFound` also for those of others.
  public func details(_ id: EntityID, caller: Caller) throws -> ScanRequest {
    let account = try caller.requiredPerson().account
    return try platform.store.read { try find(id, of: account, in: $0) }
  }

  /// Takes an own request back; again changes nothing.
  ///
  /// - Throws: `conflict` with slug `scan-decided` once it is done or declined.
  public func withdraw(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      var request = try find(id, of: account, in: transaction)
      if request.state == .withdrawn { return }
      try checkOpen(request)
      request.state = .withdrawn
      try ScanRequestStore.end(request, in: transaction)
    }
  }

  private func find(
    _ id: EntityID, of account: EntityID, in session: StoreSession
  ) throws -> ScanRequest {
    guard let request = try ScanRequestStore.find(id, in: session), request.account == account
    else { throw Refusal.notFound("scan request") }
    return request
  }

  private func checkOpen(_ request: ScanRequest) throws(Refusal) {
    guard request.state == .requested else {
      throw Refusal(
        .conflict, "scan-decided", "The request does not wait any more: \(request.state.rawValue).")
    }
  }

  // MARK: Answering, for the operator

  /// All requests that wait, the oldest first.
  public func open() throws -> [ScanRequest] {
    try platform.store.read { try ScanRequestStore.open(in: $0) }
  }

  /// A request of anybody that waits.
  public func open(_ id: EntityID) throws -> ScanRequest {
    try platform.store.read { try open(id, in: $0) }
  }

  /// The photos of a request that waits, in their greatest size, as WebP.
  public func files(_ id: EntityID) throws -> [[UInt8]] {
    try open(id).photos.compactMap(\.sizes.first).map { size in
      guard let bytes = try objects.media.files.read(size.media.digest) else {
        throw Refusal(.gone, "content-gone", "A photo of this request is no longer kept.")
      }
      return bytes
    }
  }

  private func open(_ id: EntityID, in session: StoreSession) throws -> ScanRequest {
    guard let request = try ScanRequestStore.find(id, in: session) else {
      throw Refusal.notFound("scan request")
    }
    try checkOpen(request)
    return request
  }

  /// Makes a GLB file an object of who asked, by the rules of uploads, and tells them.
  public func fulfil(_ id: EntityID, with bytes: [UInt8]) throws -> ARObject {
    let request = try open(id)
    let upload = ObjectUpload(
      name: request.name, alt: request.alt, origin: .scan, bytes: bytes)
    return try objects.upload(upload, of: request.account) { object, transaction in
      // It may have been taken back while the file was checked.
      var request = try open(id, in: transaction)
      request.state = .done
      request.object = object.id
      try ScanRequestStore.end(request, in: transaction)
      try notifications.post(
        ScanNotice.made(name: Told(request.name)), to: request.account,
        about: NotificationSubject(.object, object.id), version: object.version, in: transaction)
    }
  }

  /// Declines a request and tells who asked why.
  ///
  /// - Throws: `invalid` without a reason of a usual length.
  public func decline(_ id: EntityID, because reason: String) throws {
    let reason = reason.trimmedOfSpace
    guard ScanRequest.reasonLength.contains(reason.count) else {
      throw Refusal.invalid(
        "/reason", "must have 1 to \(ScanRequest.reasonLength.upperBound) characters")
    }
    try platform.store.write { transaction in
      var request = try open(id, in: transaction)
      request.state = .declined
      request.reason = reason
      try ScanRequestStore.end(request, in: transaction)
      try notifications.post(
        ScanNotice.declined(name: Told(request.name), reason: Told(reason)), to: request.account,
        about: NotificationSubject(.scanRequest, id), version: 1, in: transaction)
    }
  }
}
