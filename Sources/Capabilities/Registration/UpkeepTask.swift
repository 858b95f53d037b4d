/// Work that is done again and again while a server runs: forgetting, sweeping, saving.
///
/// What has to happen at a certain time is a deadline; what may happen a little later is one of these.
/// The first time is right after the start.
///
/// - Thread: pure; `work` is called by one thread at a time.
public struct UpkeepTask: Sendable {
  /// What has a thread of its own: tasks of one lane wait for each other, and for no others.
  public enum Lane: Hashable, Sendable, CaseIterable {
    /// Short work, many times an hour.
    case frequent
    /// What is done once an hour or less often, and may take minutes.
    case rare
    /// Mail, which waits for a server elsewhere.
    case mail
  }

  /// A stable name in kebab case, for the log.
  public let name: String
  /// Seconds from one time to the next.
  public let everySeconds: Double
  public let lane: Lane
  /// Must come to an end by itself, as the others of its lane and the end of the server wait for it.
  ///
  /// It is handed what says whether the server is to end, which can be asked at any time.
  public let work: @Sendable (_ isStopping: @escaping @Sendable () -> Bool) throws -> Void

  /// Work that is short enough for the end of the server to wait for it.
  ///
  /// - Parameter everySeconds: also says the lane, which is `rare` from an hour on.
  public init(
    _ name: String, everySeconds: Double, _ work: @escaping @Sendable () throws -> Void
  ) {
    self.init(name, everySeconds: everySeconds, lane: everySeconds < 3600 ? .frequent : .rare) {
      _ in try work()
    }
  }

  /// Work that ends early when the server is to end.
  ///
  /// - Parameter work: is handed what says whether the server is to end.
  public init(
    _ name: String, everySeconds: Double, lane: Lane,
    _ work: @escaping @Sendable (_ isStopping: @escaping @Sendable () -> Bool) throws -> Void
  ) {
    self.name = name
    self.everySeconds = everySeconds
    self.lane = lane
    self.work = work
  }
}
