/// Why something could not be made or read; holds no key and nothing of the message.
public struct WebPushError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
