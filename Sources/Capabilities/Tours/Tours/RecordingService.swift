import Access
import Base
import Media
import MediaFormats
import Registration
import Storage

/// Recorded narrations: uploading them for an organization's stops, and hearing them.
///
/// - Thread: shared.
public struct RecordingService: Sendable {
  let platform: Platform
  let media: MediaService
  let limits: RecordingLimits

  public init(
    platform: Platform, media: MediaService, limits: RecordingLimits = RecordingLimits()
  ) {
    self.platform = platform
    self.media = media
    self.limits = limits
  }

  /// Checks a sound file and keeps it, without tags and pictures, for the caller's organization.
  ///
  /// - Throws: `forbidden` unless the caller is an organization user, the refusal that names the
  ///   rule of uploads, or `conflict` or `limited` where the organization's room is used up.
  public func upload(_ bytes: [UInt8], caller: Caller) throws -> TourRecording {
    let organization = try Tour.organization(caller: caller).organization
    // Before the file is stored, and once more when it is written down.
    try platform.store.readOnce {
      try checkQuota(of: organization, adding: bytes.count, at: platform.clock.now(), in: $0)
    }
    _ = try AudioInfo(checking: bytes)
    let stripped = try MediaSniffer.stripped(bytes)
    let info = try AudioInfo(checking: stripped)
    return try media.keeping(stripped, type: info.type.mimeType) { item, transaction in
      try checkQuota(
        of: organization, adding: item.byteCount, at: transaction.now, in: transaction)
      let recording = TourRecording(
        id: platform.ids.next(), organization: organization, media: item, seconds: info.seconds,
        createdAt: transaction.now)
      try RecordingStore.insert(recording, in: transaction)
      try MediaStore.use(item, by: "recording", recording.id, in: transaction)
      return recording
    }
  }

  private func checkQuota(
    of organization: EntityID, adding bytes: Int, at now: Instant, in session: StoreSession
  ) throws {
    let usage = try RecordingStore.usage(
      of: organization, since: now.adding(seconds: -86_400), in: session)
    guard usage.count < limits.recordings, usage.bytes + bytes <= limits.bytes else {
      throw Refusal(
        .conflict, "recording-quota",
        """
        Your organization keeps \(usage.count) recordings with \(usage.bytes) bytes, of at most \
        \(limits.recordings) and \(limits.bytes). Take some away first.
        """)
    }
    guard usage.recentBytes + bytes <= limits.bytesPerDay else {
      throw Refusal(
        .limited, "daily-quota",
        "You can upload \(limits.bytesPerDay) bytes in 24 hours. Try again later.",
        retryAfterSeconds: 3600)
    }
  }

  /// Forgets recordings that no stop plays; their bytes go with the next sweep of unused media.
  func discard(_ ids: [EntityID]) throws {
    if ids.isEmpty { return }
    try platform.store.write { transaction in
      for id in ids { try RecordingStore.deleteUnused(id, in: transaction) }
    }
  }

  /// Forgets the recordings that no revision of a tour plays any more, a day after their upload.
  ///
  /// - Returns: how many went.
  @discardableResult
  public func sweep() throws -> Int {
    let cutoff = platform.clock.now().adding(seconds: -86_400)
    let unused = try platform.store.read {
      try RecordingStore.unused(before: cutoff, in: $0)
    }
    try discard(unused)
    return unused.count
  }

  /// The sweep again and again.
  public var sweeping: UpkeepTask {
    UpkeepTask("recordings", everySeconds: 300) { [self] in try sweep() }
  }

  /// The recording, if the caller may hear it: an organization's own users, and whoever has one of
  /// the published tours that play it (free, or bought).
  public func find(_ id: EntityID, caller: Caller) throws -> TourRecording {
    try platform.store.read { session in
      try Tour.checkAudience(caller)
      guard let recording = try RecordingStore.find(id, in: session) else {
        throw Refusal.notFound("recording")
      }
      if let own = try? Tour.organization(caller: caller),
        own.organization == recording.organization
      {
        return recording
      }
      for tour in try TourStore.released(playing: id, in: session)
      where try Rights.can(caller, .open, tour.thing(caller: caller, in: session)) {
        return recording
      }
      throw Refusal.notFound("recording")
    }
  }
}
