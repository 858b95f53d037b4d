import Access
import Base
import Dispatch
import Foundation
import Media
import Registration
import Sounds
import Storage

/// Makes what every device plays of what was recorded, beside everything else.
///
/// A few at once, accounts in turn and one of each account at a time: whoever records much waits for
/// itself alone. What waits when the process ends is taken up at the next start.
///
/// - Thread: shared; the work has threads of its own.
public final class SoundWorkshop: Sendable {
  private struct Waiting: Sendable {
    /// Accounts with something to do, in turn.
    var turns: [EntityID] = []
    var messages: [EntityID: [EntityID]] = [:]
    var known: Set<EntityID> = []
    /// Accounts of which one is being made.
    var underWay: Set<EntityID> = []
    var workers = 0
    var isUnavailable = false
  }

  /// Most messages that wait in memory; the others wait in the store alone, and are looked up later.
  static let room = 10_000

  private let platform: Platform
  private let media: MediaService
  private let converter: SoundConverter
  private let workers: Int
  private let waiting = Guarded(Waiting())
  private let queue = DispatchQueue(label: "wayside.sounds", attributes: .concurrent)

  /// - Parameter workers: how many at once.
  public init(
    platform: Platform, media: MediaService, converter: SoundConverter = SoundConverter(),
    workers: Int = 2
  ) {
    self.platform = platform
    self.media = media
    self.converter = converter
    self.workers = max(workers, 1)
  }

  /// What stands in the way of its work, in words for the operator; nil if nothing does.
  public var obstacle: String? {
    waiting.current.isUnavailable
      ? "sound: recordings are not made playable everywhere; is ffmpeg installed?" : nil
  }

  /// Has a message made playable soon.
  func prepare(_ message: EntityID, of account: EntityID) {
    let starts = waiting.withLock { waiting in
      guard waiting.known.count < Self.room, waiting.known.insert(message).inserted else {
        return false
      }
      if waiting.messages[account] == nil { waiting.turns.append(account) }
      waiting.messages[account, default: []].append(message)
      guard waiting.workers < workers else { return false }
      waiting.workers += 1
      return true
    }
    if starts { queue.async { self.work() } }
  }

  /// Takes up what waits in the store: after a start, and what a full house has left there.
  public var resuming: UpkeepTask {
    UpkeepTask("sounds", everySeconds: 60) { [self] in
      let left = try platform.store.read { try MessageStore.preparing(limit: 1000, in: $0) }
      for (message, author) in left { prepare(message, of: author) }
    }
  }

  private func work() {
    while let (message, account) = take() {
      // What fails now is taken up a minute later.
      try? make(message)
      waiting.withLock { waiting in
        waiting.underWay.remove(account)
        waiting.known.remove(message)
      }
    }
  }

  /// The next of the account whose turn it is, unless one of its own is being made; nil ends a worker.
  private func take() -> (message: EntityID, account: EntityID)? {
    waiting.withLock { waiting in
      guard
        let turn = waiting.turns.firstIndex(where: { !waiting.underWay.contains($0) }),
        case let account = waiting.turns.remove(at: turn),
        var messages = waiting.messages.removeValue(forKey: account), !messages.isEmpty
      else {
        waiting.workers -= 1
        return nil
      }
      let message = messages.removeFirst()
      if !messages.isEmpty {
        waiting.messages[account] = messages
        waiting.turns.append(account)
      }
      waiting.underWay.insert(account)
      return (message, account)
    }
  }

  private func make(_ message: EntityID) throws {
    let found = try platform.store.read { try MessageStore.recording(of: message, in: $0) }
    guard let (item, conversation) = found else { return }
    guard let bytes = try media.files.read(item.digest),
      let kind = try? RecordedSound(sniffing: bytes)
    else { return try fail(message, conversation) }
    let made: SoundConverter.Converted
    do throws(SoundConverter.Failure) {
      made = try converter.convert(bytes, kind)
      waiting.withLock { $0.isUnavailable = false }
    } catch {
      guard error != .unavailable else {
        waiting.withLock { $0.isUnavailable = true }
        return
      }
      return try fail(message, conversation)
    }
    try media.keeping(made.mp4, type: Message.playableType) { playable, transaction in
      // Deleted meanwhile, or made by another process.
      guard try MessageStore.recording(of: message, in: transaction) != nil else { return }
      try MessageStore.setReady(
        message, playable, seconds: made.seconds, peaks: made.peaks, in: transaction)
      try transaction.record("message", message, realm: conversation, .update)
    }
  }

  private func fail(_ message: EntityID, _ conversation: EntityID) throws {
    try platform.store.write { transaction in
      guard try MessageStore.recording(of: message, in: transaction) != nil else { return }
      try MessageStore.setFailed(message, in: transaction)
      try transaction.record("message", message, realm: conversation, .update)
    }
  }

  /// Waits until nothing is being made; for tests and the end of the server.
  public func finish() {
    while waiting.current.workers > 0 { usleep(2000) }
  }
}
