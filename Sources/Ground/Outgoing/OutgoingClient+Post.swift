import CCurl

extension OutgoingClient {
  /// Whether content may be sent to an address: by `https` to a host that is not plainly inside, or
  /// in any way to a host that the rules name.
  ///
  /// A name that leads inside is found out when it is asked.
  public func mayPost(to address: String) -> Bool {
    guard let known = OutgoingAddress(address) else { return false }
    return rules.privateHosts.contains(known.host)
      || known.scheme == "https" && known.host != "localhost" && !known.isPrivateNumber
  }

  /// Sends content to an address, and tells of the answer whatever it is; follows nothing.
  ///
  /// - Parameters:
  ///   - fields: of the header; none may hold the end of a line.
  ///   - isCancelled: asked about once a second; true gives up.
  /// - Throws: ``OutgoingError`` if there is no answer, or the address is none of ``mayPost(to:)``.
  public func post(
    _ address: String, fields: [(name: String, value: String)], body: [UInt8],
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(OutgoingError) -> OutgoingAnswer {
    guard let known = OutgoingAddress(address), mayPost(to: address) else {
      throw OutgoingError(.wrongAddress, "nothing is sent to such an address")
    }
    // Without `Expect`, libcurl does not wait for a leave that few servers give.
    var lines = curl_slist_append(nil, "Expect:")
    defer { curl_slist_free_all(lines) }
    for (name, value) in fields {
      let line = "\(name): \(value)"
      guard line.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
        throw OutgoingError(.failed, "a field of the header is none")
      }
      lines = curl_slist_append(lines, line)
    }
    let isPrivate = rules.privateHosts.contains(known.host)
    let transfer = try Transfer(
      seconds: rules.seconds, maximumBytes: rules.bytes, allowsPrivate: isPrivate,
      isCancelled: isCancelled)
    transfer.set(CURLOPT_URL, address)
    transfer.set(CURLOPT_PROTOCOLS_STR, isPrivate ? "http,https" : "https")
    transfer.set(CURLOPT_USERAGENT, "Wayside")
    transfer.set(CURLOPT_HEADER, 1)
    if let lines { wayside_curl_list(transfer.handle, CURLOPT_HTTPHEADER, lines) }
    transfer.post(body)
    try transfer.perform()
    guard let answer = OutgoingAnswer(transfer.received) else {
      throw OutgoingError(.failed, "the answer is none of HTTP")
    }
    return answer
  }
}
