import Base
import Cryptography
import Foundation
import WebPush

/// A push service on this machine, and the browsers that subscribe to it: takes what RFC 8030 and
/// RFC 8292 allow and nothing else, and shows what a browser would decrypt.
public final class PushServiceDouble: Sendable {
  /// What arrived at a browser.
  public struct Push: Sendable {
    public var device: String
    /// What the service worker gets: `{title, body, link, tag}`.
    public var message: JSONValue
    public var lifeSeconds: Int
    public var urgency: String
    public var topic: String
    /// Bytes of the request's body.
    public var size: Int

    public var body: String { message["body"]?.string ?? "" }
  }

  private struct Device: Sendable {
    var key: P256PrivateKey
    var secret: [UInt8]
    /// The only server that may send.
    var server: String
    /// What is answered instead of taking it; with a pause in seconds.
    var refusal: (status: Int, retryAfter: String?)?
  }

  private struct State: Sendable {
    var devices: [String: Device] = [:]
    var pushes: [Push] = []
    var refused: [String] = []
  }

  private let state = Guarded(State())
  private let clock: any WallClock
  private let listener = Guarded<HTTPListener?>(nil)

  /// - Parameter clock: by which tokens count.
  public init(clock: any WallClock = SystemClock()) throws {
    self.clock = clock
    listener.swap(
      try HTTPListener { [weak self] request in
        self?.take(request) ?? HTTPListener.Answer(status: 503)
      })
  }

  deinit { listener.current?.stop() }

  public var origin: String { "http://127.0.0.1:\(listener.current?.port ?? 0)" }

  /// What has arrived, in order.
  public var pushes: [Push] { state.current.pushes }

  /// Why requests were not taken, in order.
  public var refused: [String] { state.current.refused }

  /// A browser subscribes.
  ///
  /// - Parameter key: the only server that may send, as `/v1/push-key` shows it.
  /// - Returns: the JSON that the browser gives to that server.
  public func subscribe(_ device: String, to key: String) throws -> String {
    let own = try P256PrivateKey.random()
    let secret = (0..<16).map { _ in UInt8.random(in: 0...255) }
    state.withLock { $0.devices[device] = Device(key: own, secret: secret, server: key) }
    return """
      {"endpoint":"\(origin)/push/\(device)","keys":{"p256dh":"\
      \(Base64URL.encode(own.publicKey.bytes))","auth":"\(Base64URL.encode(secret))"}}
      """
  }

  /// From now on, what comes for a device is answered so; 0 takes it again.
  public func answer(_ status: Int, retryAfter: String? = nil, for device: String) {
    state.withLock {
      $0.devices[device]?.refusal = status == 0 ? nil : (status, retryAfter)
    }
  }

  private func take(_ request: HTTPListener.Request) -> HTTPListener.Answer {
    let name = String(request.path.dropFirst("/push/".count))
    func refuse(_ status: Int, _ why: String) -> HTTPListener.Answer {
      state.withLock { $0.refused.append("\(name): \(status) \(why)") }
      return HTTPListener.Answer(status: status, text: why)
    }
    guard let device = state.current.devices[name] else { return refuse(404, "unknown") }
    if let (status, retryAfter) = device.refusal {
      var answer = refuse(status, "as told")
      if let retryAfter { answer.fields.append(("Retry-After", retryAfter)) }
      return answer
    }
    let headers = request.fields
    guard let life = headers["ttl"].flatMap({ Int($0) }), life >= 0 else {
      return refuse(400, "TTL is missing")
    }
    let urgency = headers["urgency"] ?? ""
    guard ["very-low", "low", "normal", "high"].contains(urgency) else {
      return refuse(400, "Urgency \(urgency)")
    }
    let topic = headers["topic"] ?? ""
    guard topic.count <= 32, Base64URL.decode(topic) != nil else {
      return refuse(400, "Topic \(topic)")
    }
    guard headers["content-encoding"] == "aes128gcm" else { return refuse(400, "coding") }
    let body = request.body
    guard body.count <= 4096 else { return refuse(413, "\(body.count) bytes") }
    if let problem = problem(with: headers["authorization"] ?? "", server: device.server) {
      return refuse(403, problem)
    }
    guard
      let text = PushEncryption.open(body, by: device.key, secret: device.secret),
      let message = try? JSONValue(parsing: text)
    else { return refuse(400, "cannot be decrypted") }
    state.withLock {
      $0.pushes.append(
        Push(
          device: name, message: message, lifeSeconds: life, urgency: urgency, topic: topic,
          size: body.count))
    }
    return HTTPListener.Answer(
      status: 201, fields: [("Location", "\(origin)/message/\(UUID().uuidString)")])
  }

  /// What is wrong with a token (RFC 8292); nil if nothing is.
  private func problem(with field: String, server: String) -> String? {
    guard field.hasPrefix("vapid t=") else { return "no token" }
    let halves = field.dropFirst("vapid t=".count).split(separator: ",")
    guard halves.count == 2 else { return "no key" }
    let key = halves[1].drop { $0 == " " }
    guard key == "k=" + server else { return "another server's key" }
    let parts = halves[0].split(separator: ".").map(String.init)
    guard parts.count == 3, let point = Base64URL.decode(server),
      let named = P256PublicKey(point), let signature = Base64URL.decode(parts[2]),
      named.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
    else { return "a wrong signature" }
    guard let claims = Base64URL.decode(parts[1]).flatMap({ try? JSONValue(parsing: $0) }) else {
      return "no claims"
    }
    guard claims["aud"]?.string == origin else { return "another audience" }
    let left = (claims["exp"]?.number ?? 0) - Double(clock.now().milliseconds) / 1000
    guard left > 0, left <= 86_400 else { return "a wrong life: \(left) s" }
    let contact = claims["sub"]?.string ?? ""
    guard contact.hasPrefix("mailto:") || contact.hasPrefix("http") else { return "no contact" }
    return nil
  }
}
