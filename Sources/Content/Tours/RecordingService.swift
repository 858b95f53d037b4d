import Base
import GeoFormats
import Realms
import Storage

/// Recorded narrations: uploading them for an organization's stops, and hearing them.
///
/// - Thread: shared.
public struct RecordingService: Sendable {
  let platform: Platform
  let media: MediaService

  public init(platform: Platform, media: MediaService) {
    self.platform = platform
    self.media = media
  }

  /// Checks a sound file and keeps it, without tags and pictures, for the caller's organization.
  ///
  /// - Throws: `forbidden` unless the caller is an organization user, or the refusal that names the
  ///   rule of uploads.
  public func upload(_ bytes: [UInt8], by caller: Caller) throws -> TourRecording {
    let organization = try TourAccess.organization(of: caller).organization
    _ = try AudioInfo(checking: bytes)
    let stripped = try MediaSniffer.stripped(bytes)
    let info = try AudioInfo(checking: stripped)
    return try media.keeping(stripped, type: info.type.mimeType) { item, transaction in
      let recording = TourRecording(
        id: platform.ids.next(), organization: organization, media: item, seconds: info.seconds,
        createdAt: transaction.now)
      try RecordingStore.insert(recording, in: transaction)
      try MediaStore.use(item, by: "recording", recording.id, in: transaction)
      return recording
    }
  }

  /// The recording, if the caller may hear it: an organization's own users, and whoever has one of
  /// the published tours that play it (free, or bought).
  public func find(_ id: EntityID, for caller: Caller) throws -> TourRecording {
    try platform.store.read { session in
      try TourAccess.checkAudience(caller)
      guard let recording = try RecordingStore.find(id, in: session) else {
        throw Refusal.notFound("recording")
      }
      if let own = try? TourAccess.organization(of: caller),
        own.organization == recording.organization
      {
        return recording
      }
      for tour in try RecordingStore.tours(playing: id, in: session) {
        if tour.price == 0 { return recording }
        if let account = caller.account,
          try Ledger().hasPurchased(account, tour.id, in: session)
        {
          return recording
        }
      }
      throw Refusal.notFound("recording")
    }
  }
}
