import Base

extension DatabaseError {
  /// What a caller of the store gets: a `Refusal` for what it can wait out, else the error itself.
  var forCaller: any Error {
    switch code {
    case .full: return Refusal.storageFull
    case .readOnly:
      return Refusal(
        .busy, "store-read-only",
        "The database can only be read at the moment; nothing was changed. Try again later.",
        retryAfterSeconds: 30)
    case .locked, .unavailable:
      return Refusal(
        .busy, "store-unavailable", "The database does not answer. Try again in a few seconds.",
        retryAfterSeconds: 5)
    default: return self
    }
  }

  static func forCaller(_ error: any Error) -> any Error {
    (error as? DatabaseError)?.forCaller ?? error
  }
}

extension Refusal {
  /// The answer to a write that finds no space.
  static let storageFull = Refusal(
    .storageFull, "storage-full",
    "The disk of the server is full; nothing was changed. Reading goes on.")

  /// The answer to every write after a disk error.
  static let writingStopped = Refusal(
    .busy, "writing-stopped",
    "The store cannot write after a disk error. Reading goes on; the operator has to restart it.",
    retryAfterSeconds: 60)

  /// The answer when too many writes wait.
  static let writerBusy = Refusal(
    .busy, "writer-busy", "Too many writes are waiting. Try again in a second.",
    retryAfterSeconds: 1)
}
