/// Something that is committed together with whatever a thread writes, or not at all.
///
/// For what must never part from its cause, such as the note that a request has taken effect, when
/// the cause is written by code that knows nothing of it.
///
/// - Thread: runs with the calling thread's writes; its closure runs on the writer thread.
public struct CommitHook: Sendable {
  @TaskLocal static var current: CommitHook?

  let run: @Sendable (WriteTransaction) throws -> Void

  /// - Parameter run: runs in the transaction of each write, after the write's own statements;
  ///   if it throws, nothing of that write remains.
  public init(_ run: @escaping @Sendable (WriteTransaction) throws -> Void) { self.run = run }

  /// Runs `body`, with whose writes on this thread the hook is committed.
  public func committed<Result>(with body: () throws -> Result) rethrows -> Result {
    try CommitHook.$current.withValue(self, operation: body)
  }
}
