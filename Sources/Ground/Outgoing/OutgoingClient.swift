import Base
import CCurl

/// The one client for requests to other servers.
///
/// Only `http` and `https`; from `https` no redirect leads back to `http`. Addresses must be public
/// unless the rules name the host. Proxies of the environment are not used.
///
/// - Thread: shared; a request waits on its caller's thread.
public struct OutgoingClient: Sendable {
  let rules: OutgoingRules

  public init(_ rules: OutgoingRules = OutgoingRules()) { self.rules = rules }

  /// Whether a text is an address that can be asked: of `http` or `https`, with a host.
  public static func accepts(_ address: String) -> Bool { host(of: address) != nil }

  /// Fetches what stands at an address.
  ///
  /// - Parameter isCancelled: asked about once a second; true gives up.
  /// - Returns: the content of an answer with status 200.
  /// - Throws: ``OutgoingError``; `refused` with its status for another answer.
  public func get(
    _ address: String, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(OutgoingError) -> [UInt8] {
    try follow(address, to: [200], isCancelled: isCancelled) { _ in }.received
  }

  /// Fetches what stands at an address, unless it still is what one has.
  ///
  /// - Parameter tag: the entity tag that the other side gave it the last time.
  /// - Returns: an answer with status 200, or 304 without content.
  /// - Throws: ``OutgoingError``; `refused` with its status for another answer.
  public func get(
    _ address: String, unlessTagged tag: String?
  ) throws(OutgoingError) -> OutgoingAnswer {
    // What the other side sent comes back in a header of ours.
    let safe = tag.flatMap { tag in
      tag.utf8.count <= 200 && tag.utf8.allSatisfy { (0x20..<0x7f).contains($0) } ? tag : nil
    }
    let fields = safe.flatMap { curl_slist_append(nil, "If-None-Match: \($0)") }
    defer { curl_slist_free_all(fields) }
    let transfer = try follow(address, to: [200, 304], isCancelled: { false }) { transfer in
      transfer.set(CURLOPT_HEADER, 1)
      if let fields { wayside_curl_list(transfer.handle, CURLOPT_HTTPHEADER, fields) }
    }
    guard let answer = OutgoingAnswer(transfer.received) else {
      throw OutgoingError(.failed, "the answer is none of HTTP")
    }
    return answer
  }

  /// Asks an address, and where that leads to.
  ///
  /// - Parameters:
  ///   - statuses: of answers that are ends.
  ///   - prepare: sets what else each request is to have.
  private func follow(
    _ address: String, to statuses: Set<Int>, isCancelled: @escaping @Sendable () -> Bool,
    _ prepare: (Transfer) -> Void
  ) throws(OutgoingError) -> Transfer {
    guard let first = Self.host(of: address) else {
      throw OutgoingError(
        .wrongAddress, "an address begins with http:// or https:// and names a host")
    }
    let clock = SystemClock()
    let start = clock.monotonicSeconds()
    var address = address
    var host = first
    for _ in 0...max(0, rules.redirects) {
      let transfer = try Transfer(
        seconds: rules.seconds - (clock.monotonicSeconds() - start), maximumBytes: rules.bytes,
        allowsPrivate: rules.privateHosts.contains(host), isCancelled: isCancelled)
      transfer.set(CURLOPT_URL, address)
      transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
      transfer.set(CURLOPT_USERAGENT, "Wayside")
      transfer.set(CURLOPT_ACCEPT_ENCODING, "")
      prepare(transfer)
      try transfer.perform()
      switch transfer.status {
      case let status where statuses.contains(status): return transfer
      case 301, 302, 303, 307, 308:
        guard let next = transfer.redirect, let nextHost = Self.host(of: next),
          !address.lowercased().hasPrefix("https:") || next.lowercased().hasPrefix("https:")
        else {
          throw OutgoingError(
            .wrongAddress, "the answer leads to an address that is not asked",
            status: transfer.status)
        }
        (address, host) = (next, nextHost)
      case let status:
        let isLater = status == 429 || (500...599).contains(status)
        throw OutgoingError(
          isLater ? .refusedForNow : .refused, "the answer has status \(status)", status: status)
      }
    }
    throw OutgoingError(.failed, "more than \(rules.redirects) redirects")
  }

  /// The host of an address of `http` or `https`, in small letters.
  static func host(of address: String) -> String? { OutgoingAddress(address)?.host }
}
