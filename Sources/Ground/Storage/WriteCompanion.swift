/// Something that is committed together with whatever a thread writes, or not at all.
///
/// For what must never part from its cause, such as the note that a request has taken effect, when
/// the cause is written by code that knows nothing of it.
///
/// - Thread: accompanies the calling thread's writes; its closure runs on the writer thread.
public struct WriteCompanion: Sendable {
  @TaskLocal static var current: WriteCompanion?

  let run: @Sendable (WriteTransaction) throws -> Void

  /// - Parameter run: runs in the transaction of each write, after the write's own statements;
  ///   if it throws, nothing of that write remains.
  public init(_ run: @escaping @Sendable (WriteTransaction) throws -> Void) { self.run = run }

  /// Runs `body`, whose writes on this thread the companion accompanies.
  public func accompany<Result>(_ body: () throws -> Result) rethrows -> Result {
    try WriteCompanion.$current.withValue(self, operation: body)
  }
}
