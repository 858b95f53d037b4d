/// Why a server could not start; for its operator.
public struct HTTPServerError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
