import CCurl

/// A server that takes mail from here, as the operator has named it; its address need not be public.
///
/// - Thread: pure.
public struct SMTPServer: Hashable, Sendable {
  /// How the connection is encrypted.
  public enum Security: String, Sendable, CaseIterable {
    /// Encrypted after a plain greeting; refused if the server does not offer it (RFC 3207).
    case startTLS = "starttls"
    /// Encrypted from the first byte (RFC 8314).
    case tls
    /// Not encrypted: for a server on the same machine.
    case none
  }

  public var host: String
  public var port: Int
  public var security: Security
  /// Both nil without log-in.
  public var user: String?
  public var password: String?
  /// A file with certificates to trust instead of the system's; nil for those.
  public var certificates: String?
  /// Seconds for one message.
  public var seconds = 30.0

  public init(
    host: String, port: Int, security: Security, user: String? = nil, password: String? = nil,
    certificates: String? = nil
  ) {
    self.host = host
    self.port = port
    self.security = security
    self.user = user
    self.password = password
    self.certificates = certificates
  }

  /// Hands over one message.
  ///
  /// - Parameters:
  ///   - message: headers and body, lines ending in CR LF (RFC 5322).
  ///   - sender: the address that the envelope names, where refusals of the way come back to.
  ///   - recipient: one address.
  ///   - isCancelled: asked about once a second; true gives the mail up, as `cancelled`.
  /// - Throws: ``OutgoingError``: `refused` if the server will never take it (5yz), `refusedForNow`
  ///   if it may later (4yz); with its number.
  /// - Source: RFC 5321; libcurl.
  public func send(
    _ message: [UInt8], from sender: String, to recipient: String,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(OutgoingError) {
    guard Self.isAddress(sender), Self.isAddress(recipient) else {
      throw OutgoingError(.refused, "an address of the mail is none")
    }
    let transfer = try Transfer(
      seconds: seconds, maximumBytes: 64 << 10, allowsPrivate: true, isCancelled: isCancelled)
    let scheme = security == .tls ? "smtps" : "smtp"
    let name = host.contains(":") ? "[\(host)]" : host
    transfer.set(CURLOPT_URL, "\(scheme)://\(name):\(port)/wayside")
    transfer.set(CURLOPT_PROTOCOLS_STR, scheme)
    if security == .startTLS { transfer.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
    if let certificates { transfer.set(CURLOPT_CAINFO, certificates) }
    if let user, let password {
      transfer.set(CURLOPT_USERNAME, user)
      transfer.set(CURLOPT_PASSWORD, password)
    }
    transfer.set(CURLOPT_MAIL_FROM, "<\(sender)>")
    let recipients = curl_slist_append(nil, "<\(recipient)>")
    defer { curl_slist_free_all(recipients) }
    wayside_curl_list(transfer.handle, CURLOPT_MAIL_RCPT, recipients)
    transfer.upload(message)
    do throws(OutgoingError) {
      try transfer.perform()
    } catch {
      throw Self.verdict(transfer, error)
    }
  }

  /// Nothing that could end the command in which the address stands.
  private static func isAddress(_ text: String) -> Bool {
    let isSafe = { (byte: UInt8) in byte > 0x20 && byte != 0x3c && byte != 0x3e && byte != 0x7f }
    return !text.isEmpty && text.utf8.allSatisfy(isSafe)
  }

  /// Whether the server said no to this mail, or something else was in the way.
  private static func verdict(_ transfer: Transfer, _ error: OutgoingError) -> OutgoingError {
    if error.code == .cancelled { return error }
    let status = transfer.status
    // libcurl's word for a no to sender, recipient or data, and for one to what was sent.
    let isAboutMail =
      transfer.result == CURLE_SEND_ERROR
      || transfer.result == CURLE_WEIRD_SERVER_REPLY && transfer.sent > 0
    // 530, 535 and 538 ask for a log-in: no mail is given up because of them.
    switch status {
    case 530, 535, 538:
      return OutgoingError(.loginRefused, "the server wants another log-in", status: status)
    case 500...599 where isAboutMail:
      return OutgoingError(.refused, "the server refuses the mail (\(status))", status: status)
    case 400...599:
      return OutgoingError(
        .refusedForNow, "the server does not take the mail now (\(status))", status: status)
    default: return error
    }
  }
}
