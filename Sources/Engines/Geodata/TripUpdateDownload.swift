import Base
import FlatFiles
import Foundation
import FoundationNetworking
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
    public var bytes = TripUpdates.greatestSize

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
  private let url: URL
  private let folder: GeodataFolder
  private let limits: Limits
  private let state = Guarded(State())
  /// The download under way; and whether there shall be no more.
  private let running = Guarded((receiver: Receiver?.none, isCancelled: false))

  /// - Throws: `invalid-content` for an address that is none of `http` and `https`.
  public init(
    name: String, url text: String, folder: GeodataFolder, limits: Limits = Limits()
  ) throws(Refusal) {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
      url.host != nil
    else {
      throw .invalid("trip-updates", "an address begins with http:// or https:// and names a host")
    }
    self.name = name
    self.url = url
    self.folder = folder
    self.limits = limits
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

  /// Ends the download under way, and every later one at once: for a server that stops.
  public func cancel() {
    let receiver = running.withLock { running in
      running.isCancelled = true
      return running.receiver
    }
    receiver?.cancel()
  }

  private func fetch() throws(Refusal) -> [UInt8] {
    let settings = URLSessionConfiguration.ephemeral
    settings.timeoutIntervalForRequest = limits.seconds
    settings.timeoutIntervalForResource = limits.seconds
    let receiver = Receiver(mostBytes: limits.bytes)
    let isCancelled = running.withLock { running in
      running.receiver = receiver
      return running.isCancelled
    }
    if isCancelled { receiver.cancel() }
    defer { running.withLock { $0.receiver = nil } }
    let session = URLSession(configuration: settings, delegate: receiver, delegateQueue: nil)
    // Never cancelled: on Linux a task that ends while it is being cancelled ends the process
    // (TaskRegistry.swift of FoundationNetworking). What is of no use any more is passed over and
    // ends by itself, at the session's limit at the latest.
    defer { session.finishTasksAndInvalidate() }
    session.dataTask(with: url).resume()
    // The session's own limit ends first; this is for a session that forgets it.
    return try receiver.wait(seconds: limits.seconds + 5)
  }
}

/// Takes an answer as it comes, and no more of it than is allowed.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
  private struct Progress: Sendable {
    var bytes: [UInt8] = []
    var refusal: String?
  }

  private let mostBytes: Int
  private let progress = Guarded(Progress())
  private let ended = DispatchSemaphore(value: 0)

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  func cancel() { end(refusing: "the server stops") }

  func wait(seconds: Double) throws(Refusal) -> [UInt8] {
    let isInTime = ended.wait(timeout: .now() + seconds) == .success
    let progress = progress.current
    if let refusal = progress.refusal {
      throw Refusal(.fault, "not-fetched", refusal)
    }
    guard isInTime else {
      throw Refusal(.fault, "not-fetched", "no answer in time")
    }
    return progress.bytes
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    if status != 200 {
      end(refusing: "the answer has status \(status)")
    } else if response.expectedContentLength > Int64(mostBytes) {
      end(refusing: "the answer is larger than \(mostBytes) bytes")
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = progress.withLock { progress in
      if progress.refusal != nil { return false }
      guard progress.bytes.count + data.count <= mostBytes else { return true }
      progress.bytes += data
      return false
    }
    if isTooLarge { end(refusing: "the answer is larger than \(mostBytes) bytes") }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error { refuse(Self.words(error)) }
    ended.signal()
  }

  private func end(refusing reason: String) {
    refuse(reason)
    ended.signal()
  }

  /// The first reason counts.
  private func refuse(_ reason: String) {
    progress.withLock { progress in
      if progress.refusal == nil { progress.refusal = reason }
    }
  }

  /// Without the address, which may hold a key.
  private static func words(_ error: any Error) -> String {
    switch (error as? URLError)?.code {
    case .timedOut?: "no answer in time"
    case .cannotFindHost?, .dnsLookupFailed?: "the host is not found"
    case .cannotConnectToHost?: "the host does not answer"
    case .secureConnectionFailed?: "no secure connection to the host"
    default: "the connection failed"
    }
  }
}
