import Synchronization

/// A value behind a lock.
///
/// The one lock of the project: everything shared and mutable sits in a `Guarded`, so that the
/// thread sanitizer build can swap the implementation in one place.
///
/// - Complexity: about 10 ns without contention.
/// - Thread: shared.
public final class Guarded<Value>: Sendable {
  @usableFromInline let mutex: Mutex<Transfer<Value>>

  /// Wraps `value`; from here on it is reached through ``withLock(_:)`` only.
  @inlinable
  public init(_ value: sending Value) {
    mutex = Mutex(Transfer(value))
  }

  /// Runs `body` with exclusive access; keep it short and never call out to unknown code inside.
  // Inlined into other modules: otherwise each call looks up the metadata of its types, which costs
  // a microsecond.
  /// Runs the closure with the value, alone; what it throws is thrown.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = mutex.withLock {
      stored throws(Never) -> Transfer<Swift.Result<Result, Failure>> in
      do throws(Failure) {
        return Transfer(.success(try body(&stored.value)))
      } catch {
        return Transfer(.failure(error))
      }
    }
    return try outcome.value.get()
  }
}

extension Guarded where Value: Sendable {
  /// A copy of the value.
  @inlinable
  public var current: Value { withLock { $0 } }

  /// Replaces the value and returns what was there.
  @inlinable
  @discardableResult
  public func swap(_ value: Value) -> Value {
    withLock { stored in
      let old = stored
      stored = value
      return old
    }
  }
}

// Invariant: a `Transfer` exists only inside the lock or on its way out of `withLock`, where the
// caller's closure decided what leaves; it is never reached by two threads at once.
@usableFromInline
struct Transfer<Value>: @unchecked Sendable {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
