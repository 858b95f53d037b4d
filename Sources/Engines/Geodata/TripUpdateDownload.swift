import Base
import FlatFiles
import Outgoing
import Transit

/// Fetches GTFS-Realtime trip updates of a timetable from where its publisher offers them.
///
/// What was fetched is put in place of the message before only if it can be read; so the last good
/// one is kept through failures, also over a restart.
///
/// - Thread: shared; one download at a time.
public final class TripUpdateDownload: Sendable {
  /// Limits of one download.
  public struct Limits: Sendable {
    public var seconds = 15.0
    public var bytes = TripUpdates.maximumSize

    public init() {}
  }

  /// How the last tries went.
  public struct State: Sendable, Hashable {
    /// When a message was last put in place.
    public var succeeded: Instant?
    /// Why the last try failed; nil after a success.
    public var failure: String?
    public var failures = 0
  }

  /// The timetable that the updates belong to.
  public let name: String
  private let address: String
  private let client: OutgoingClient
  private let folder: GeodataFolder
  private let state = Guarded(State())
  private let isCancelled = Guarded(false)

  /// - Parameter privateHosts: hosts that may lie in networks that are not public.
  /// - Throws: `invalid-content` for an address that is none of `http` and `https`.
  public init(
    name: String, url: String, folder: GeodataFolder, limits: Limits = Limits(),
    privateHosts: Set<String> = []
  ) throws(Refusal) {
    guard OutgoingClient.accepts(url) else {
      throw .invalid("trip-updates", "an address begins with http:// or https:// and names a host")
    }
    self.name = name
    self.folder = folder
    address = url
    client = OutgoingClient(
      OutgoingRules(privateHosts: privateHosts, seconds: limits.seconds, bytes: limits.bytes))
  }

  public var current: State { state.current }

  /// Fetches once; waits for the answer, at most as long as the limits allow.
  ///
  /// - Returns: whether a new message is in place.
  @discardableResult
  public func run(now: Instant) -> Bool {
    do {
      let content = try fetch()
      let updates = try TripUpdates(message: content)
      guard folder.entries(.timetables).contains(where: { $0.name == name }) else {
        throw Refusal(.notFound, "no-import", "no timetable of this name is imported")
      }
      if let stamp = updates.timestamp, stamp == lastStamp.current { return succeed(now) }
      try FlatFileWriter.write(content, to: folder.place(.tripUpdates, name: name))
      lastStamp.swap(updates.timestamp)
      return succeed(now)
    } catch {
      let detail = (error as? Refusal)?.detail ?? (error as? FlatFileError)?.description
      state.withLock { state in
        state.failure = detail ?? "cannot be written"
        state.failures += 1
      }
      return false
    }
  }

  /// The time of the message in place, so that the same one is not written again.
  private let lastStamp = Guarded<Int64?>(nil)

  private func succeed(_ now: Instant) -> Bool {
    state.swap(State(succeeded: now, failure: nil, failures: 0))
    return true
  }

  /// Ends the download under way within about a second, and every later one at once: for a server
  /// that stops.
  public func cancel() { isCancelled.swap(true) }

  private func fetch() throws(Refusal) -> [UInt8] {
    do throws(OutgoingError) {
      return try client.get(address) { [isCancelled] in isCancelled.current }
    } catch {
      throw Refusal(.fault, "not-fetched", error.message)
    }
  }
}
