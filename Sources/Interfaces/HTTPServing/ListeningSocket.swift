import Base
import Glibc

/// A TCP socket that takes connections.
enum ListeningSocket {
  /// How many may wait to be taken: as many as Linux lets, so that a rush of clients does not have
  /// to try again after a second.
  private static let backlog: Int32 = 4096

  /// Binds and listens.
  ///
  /// - Returns: the descriptor and the port, which differs from the wanted one only if that is 0.
  static func open(address: String, port: Int) throws(HTTPServerError) -> (Int32, Int) {
    guard let ip = IPAddress(address), (0...65_535).contains(port) else {
      throw HTTPServerError("\(address):\(port) is not an IP address and a port of 0...65535.")
    }
    let family = ip.isIPv4 ? AF_INET : AF_INET6
    let descriptor = socket(
      family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw failure("open a socket", address, port) }
    var yes: Int32 = 1
    var no: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    if !ip.isIPv4 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size) }
    guard bind(descriptor, ip, UInt16(port)) == 0, listen(descriptor, backlog) == 0 else {
      let error = failure("listen", address, port)
      close(descriptor)
      throw error
    }
    return (descriptor, boundPort(descriptor))
  }

  /// Binds a Unix socket and listens; processes of the same user and group reach it.
  ///
  /// - Parameter path: an absolute path; a socket that an ended server left there is replaced.
  static func open(path: String) throws(HTTPServerError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard path.hasPrefix("/"), path.utf8.count <= room else {
      throw HTTPServerError("\(path) is not an absolute path of at most \(room) bytes.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw failure("open a socket", path) }
    // Whoever still answers there keeps it.
    if connect(descriptor, &address) == 0 {
      close(descriptor)
      throw HTTPServerError("Another server listens on \(path).")
    }
    var found = stat()
    if lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    guard bind(descriptor, &address) == 0, chmod(path, 0o660) == 0, listen(descriptor, backlog) == 0
    else {
      let error = failure("listen", path)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func connect(_ descriptor: Int32, _ address: inout sockaddr_un) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func failure(_ act: String, _ path: String) -> HTTPServerError {
    HTTPServerError("Cannot \(act) on \(path): \(String(cString: strerror(errno))).")
  }

  private static func failure(_ act: String, _ address: String, _ port: Int) -> HTTPServerError {
    HTTPServerError("Cannot \(act) on \(address):\(port): \(String(cString: strerror(errno))).")
  }

  private static func bind(_ descriptor: Int32, _ ip: IPAddress, _ port: UInt16) -> Int32 {
    if ip.isIPv4 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(truncatingIfNeeded: ip.low).bigEndian
      return bind(descriptor, &address)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = ip.in6
    return bind(descriptor, &address)
  }

  private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    let size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, size) }
    }
  }

  private static func boundPort(_ descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard getsockname(descriptor, $0, &size) == 0 else { return 0 }
        // Both families keep the port in the same place.
        return Int(
          UInt16(bigEndian: UnsafeRawPointer($0).load(fromByteOffset: 2, as: UInt16.self)))
      }
    }
  }
}
