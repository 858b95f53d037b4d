/// Work that is done again and again while a server runs: forgetting, sweeping, saving.
///
/// What has to happen at a certain time is a deadline; what may happen a little later is one of these.
/// The first time is right after the start.
///
/// - Thread: pure; `work` is called by one thread at a time.
public struct UpkeepTask: Sendable {
  /// A stable name in kebab case, for the log.
  public let name: String
  /// Seconds from one time to the next.
  public let everySeconds: Double
  /// Must come to an end by itself: the others of its kind, as rare or as frequent as it, wait for
  /// it.
  public let work: @Sendable () throws -> Void

  public init(
    _ name: String, everySeconds: Double, _ work: @escaping @Sendable () throws -> Void
  ) {
    self.name = name
    self.everySeconds = everySeconds
    self.work = work
  }
}
