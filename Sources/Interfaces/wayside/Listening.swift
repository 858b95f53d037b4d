import HTTPServing

/// Where the server listens and whom it believes, as the command line says.
struct Listening {
  private enum Place {
    case port(address: String, Int)
    case unixSocket(String)
  }

  private let place: Place
  private let trusted: TrustedProxies
  private let header: ProxyHeader

  init(_ arguments: Arguments) throws(UsageError) {
    place = try Self.place(arguments["listen"] ?? "127.0.0.1:8080", of: "--listen")
    var ranges: [AddressRange] = []
    for part in (arguments["trusted-proxies"] ?? "").split(separator: ",") {
      guard let range = AddressRange(String(part)) else {
        throw UsageError(
          message: "--trusted-proxies: \(part) is no address or network, such as 10.0.0.0/8")
      }
      ranges.append(range)
    }
    trusted = TrustedProxies(ranges)
    guard let header = ProxyHeader(rawValue: arguments["proxy-header"] ?? "x-forwarded-for") else {
      throw UsageError(message: "--proxy-header must be x-forwarded-for or forwarded")
    }
    self.header = header
  }

  /// - Parameter place: where whoever asks is believed to be who asks.
  private init(_ place: Place) {
    (self.place, trusted, header) = (place, TrustedProxies([]), .xForwardedFor)
  }

  /// Where health is told besides; nil where nothing is said of it.
  static func ofHealth(_ arguments: Arguments) throws(UsageError) -> Listening? {
    guard let text = arguments["health-listen"] else { return nil }
    return Listening(try place(text, of: "--health-listen"))
  }

  private static func place(_ text: String, of option: String) throws(UsageError) -> Place {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard path.hasPrefix("/") else {
        throw UsageError(message: "\(option) unix:PATH needs an absolute path")
      }
      return .unixSocket(path)
    }
    guard let colon = text.lastIndex(of: ":"),
      let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
    else {
      throw UsageError(
        message: "\(option) must be ADDRESS:PORT or unix:PATH, for instance 127.0.0.1:8080")
    }
    let address = text[..<colon].replacing("[", with: "").replacing("]", with: "")
    return .port(address: address.isEmpty ? "127.0.0.1" : String(address), port)
  }

  /// Whether processes of this machine alone reach it.
  var isLoopback: Bool {
    switch place {
    case .unixSocket: true
    case .port(let address, _): address == "localhost" || IPAddress(address)?.isLoopback == true
    }
  }

  /// Whether it listens on all addresses of this machine, none of which is told.
  var isEverywhere: Bool {
    switch place {
    case .unixSocket: false
    case .port(let address, _): address == "0.0.0.0" || address == "::"
    }
  }

  /// How it is reached, with the port that was asked for.
  var address: String {
    switch place {
    case .unixSocket: "http://localhost"
    case .port(let address, let port): Self.url(address, port)
    }
  }

  /// Where it listens, with the port that it got.
  func address(port: Int) -> String {
    switch place {
    case .unixSocket(let path): "unix:\(path)"
    case .port(let address, _): Self.url(address, port)
    }
  }

  private static func url(_ address: String, _ port: Int) -> String {
    address.contains(":") ? "http://[\(address)]:\(port)" : "http://\(address):\(port)"
  }

  func configure(_ configuration: inout HTTPServerConfiguration) {
    switch place {
    case .unixSocket(let path): configuration.unixSocket = path
    case .port(let address, let port):
      // Health begins with the settings of the other listener.
      configuration.unixSocket = nil
      configuration.address = address
      configuration.port = port
    }
    configuration.trustedProxies = trusted
    configuration.proxyHeader = header
  }
}
