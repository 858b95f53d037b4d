import Base
import CCurl
import Glibc

/// One transfer of libcurl: its handle, and what its calls come together in.
///
/// Sockets are opened by us, so that the address that is really connected to is the one that was
/// checked, also after a redirect and whatever a name resolves to the next time.
///
/// - Thread: confined to the one that performs it; ``isCancelled`` is asked about once a second.
final class Transfer {
  let handle: UnsafeMutableRawPointer
  private let maximumBytes: Int
  private let allowsPrivate: Bool
  private let isCancelled: @Sendable () -> Bool
  private(set) var received: [UInt8] = []
  private var body: [UInt8] = []
  /// Bytes of the upload that have been taken.
  private(set) var sent = 0
  private(set) var result = CURLE_OK
  /// Why we ended it ourselves.
  private var ended: OutgoingError?

  /// libcurl wants to be started once, before all else.
  private static let isStarted = wayside_curl_start() == CURLE_OK

  /// - Throws: `failed` if there is no memory.
  init(
    seconds: Double, maximumBytes: Int, allowsPrivate: Bool,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(OutgoingError) {
    guard Self.isStarted, let handle = curl_easy_init() else {
      throw OutgoingError(.failed, "there is no memory for a request")
    }
    self.handle = handle
    self.maximumBytes = maximumBytes
    self.allowsPrivate = allowsPrivate
    self.isCancelled = isCancelled
    let context = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TIMEOUT_MS, Int(min(max(seconds, 0.001), 3600) * 1000))
    // Proxies of the environment would connect to what we refuse.
    set(CURLOPT_NOPROXY, "*")
    set(CURLOPT_NOPROGRESS, 0)
    wayside_curl_context(handle, CURLOPT_WRITEDATA, context)
    wayside_curl_context(handle, CURLOPT_READDATA, context)
    wayside_curl_context(handle, CURLOPT_XFERINFODATA, context)
    wayside_curl_context(handle, CURLOPT_OPENSOCKETDATA, context)
    wayside_curl_on_received(handle, transferReceives)
    wayside_curl_on_send(handle, transferSends)
    wayside_curl_on_progress(handle, transferGoesOn)
    wayside_curl_on_open(handle, transferOpens)
  }

  deinit { curl_easy_cleanup(handle) }

  func set(_ option: CURLoption, _ value: String) { wayside_curl_text(handle, option, value) }

  func set(_ option: CURLoption, _ value: Int) { wayside_curl_number(handle, option, value) }

  /// What is sent; libcurl takes it bit by bit.
  func upload(_ bytes: [UInt8]) {
    body = bytes
    set(CURLOPT_UPLOAD, 1)
    set(CURLOPT_INFILESIZE, bytes.count)
  }

  /// What is sent as the content of a POST request of HTTP.
  func post(_ bytes: [UInt8]) {
    body = bytes
    set(CURLOPT_POST, 1)
    set(CURLOPT_POSTFIELDSIZE, bytes.count)
  }

  /// What the other side answered last, as a number of its protocol; 0 if it did not.
  var status: Int { wayside_curl_status(handle) }

  /// Where the answer leads to; nil if nowhere.
  var redirect: String? {
    wayside_curl_redirect(handle).map { String(cString: $0) }
  }

  /// Waits until all is done.
  func perform() throws(OutgoingError) {
    if isCancelled() { throw OutgoingError(.cancelled, "the request was given up") }
    result = curl_easy_perform(handle)
    if let ended { throw ended }
    if result != CURLE_OK { throw Self.error(result, status: status) }
  }

  private static func error(_ result: CURLcode, status: Int) -> OutgoingError {
    switch result {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      OutgoingError(.wrongAddress, "the address is none that can be asked")
    case CURLE_COULDNT_RESOLVE_HOST: OutgoingError(.notFound, "the host is not found")
    case CURLE_COULDNT_CONNECT: OutgoingError(.unreachable, "the host does not answer")
    case CURLE_OPERATION_TIMEDOUT: OutgoingError(.timedOut, "no answer in time")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
      CURLE_SSL_CACERT_BADFILE:
      OutgoingError(.insecure, "no secure connection to the host")
    case CURLE_TOO_MANY_REDIRECTS: OutgoingError(.failed, "too many redirects")
    case CURLE_LOGIN_DENIED:
      OutgoingError(.loginRefused, "the host refuses the user or the password", status: status)
    default: OutgoingError(.failed, "the connection failed", status: status)
    }
  }

  // MARK: Called by libcurl on the thread that performs

  fileprivate func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard received.count + bytes.count <= maximumBytes else {
      ended = OutgoingError(.tooLarge, "the answer is larger than \(maximumBytes) bytes")
      return false
    }
    received.append(contentsOf: bytes)
    return true
  }

  fileprivate func send(into space: UnsafeMutableRawBufferPointer) -> Int {
    let part = body[sent..<min(body.count, sent + space.count)]
    space.copyBytes(from: part)
    sent += part.count
    return part.count
  }

  fileprivate var goesOn: Bool {
    if isCancelled() { ended = OutgoingError(.cancelled, "the request was given up") }
    return ended == nil
  }

  fileprivate func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
    // An IPv6 address is longer than `sockaddr`: libcurl keeps the rest behind it.
    let bytes = wayside_curl_address(address).flatMap { PublicAddress.bytes(of: $0) }
    guard allowsPrivate || bytes.map(PublicAddress.contains) ?? false else {
      ended = OutgoingError(
        .notPublic, "the host's address is not public; the operator has to allow that host")
      return -1
    }
    let wanted = address.pointee
    return socket(
      wanted.family, wanted.socktype | Int32(bitPattern: SOCK_CLOEXEC.rawValue), wanted.protocol)
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private func transferReceives(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let all = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context)?.receive(all) ?? false ? all.count : 0
}

private func transferSends(
  _ space: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.send(into: UnsafeMutableRawBufferPointer(start: space, count: size * count))
    ?? 0
}

private func transferGoesOn(
  _ context: UnsafeMutableRawPointer?, _ expected: curl_off_t, _ received: curl_off_t,
  _ toSend: curl_off_t, _ sent: curl_off_t
) -> Int32 {
  transfer(context)?.goesOn ?? false ? 0 : 1
}

private func transferOpens(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let transfer = transfer(context) else { return -1 }
  return transfer.open(address)
}
