import Base
import CCurl

/// What a server answered, whatever its status: for looking at it, not for using it.
public struct OutgoingAnswer: Sendable {
  public var status: Int
  /// Names in small letters, in the order of the answer; a name may come several times.
  public var fields: [(name: String, value: String)]
  public var body: [UInt8]

  public init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// All values of a header field, joined by commas as HTTP does; nil if there is none.
  public func field(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Reads an answer whose head stands before its body; informational answers are passed over.
  ///
  /// - Returns: nil if there is no whole head.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while true {
      guard let end = rest.indices.first(where: { rest[$0...].starts(with: Self.blankLine) }) else {
        return nil
      }
      let head = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + Self.blankLine.count)...]
      let lines = head.split(separator: "\r\n")
      guard let first = lines.first?.split(separator: " "), first.count >= 2,
        let status = Int(first[1])
      else { return nil }
      guard status < 200 else {
        self.status = status
        fields = lines.dropFirst().compactMap { line in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          let value = line[line.index(after: colon)...].drop { $0 == " " }
          return (line[..<colon].lowercased(), String(value))
        }
        body = Array(rest)
        return
      }
    }
  }

  private static let blankLine = Array("\r\n\r\n".utf8)
}

extension OutgoingClient {
  /// Asks for what stands at an address, and tells of the answer whatever it is; follows nothing.
  ///
  /// - Throws: ``OutgoingError`` if there is no answer.
  public func examine(_ address: String) throws(OutgoingError) -> OutgoingAnswer {
    guard let host = Self.host(of: address) else {
      throw OutgoingError(
        .wrongAddress, "an address begins with http:// or https:// and names a host")
    }
    let transfer = try Transfer(
      seconds: rules.seconds, maximumBytes: rules.bytes,
      allowsPrivate: rules.privateHosts.contains(host), isCancelled: { false })
    transfer.set(CURLOPT_URL, address)
    transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
    transfer.set(CURLOPT_USERAGENT, "Wayside")
    transfer.set(CURLOPT_ACCEPT_ENCODING, "")
    transfer.set(CURLOPT_HEADER, 1)
    try transfer.perform()
    guard let answer = OutgoingAnswer(transfer.received) else {
      throw OutgoingError(.failed, "the answer is none of HTTP")
    }
    return answer
  }
}
