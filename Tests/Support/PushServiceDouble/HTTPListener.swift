import Base
import Foundation
import Glibc

/// The least of an HTTP server, on a free port of this machine: one request for each connection, with
/// any fields; Wayside's own takes no content codings.
final class HTTPListener: Sendable {
  struct Request {
    var path: String
    /// By names in small letters.
    var fields: [String: String]
    var body: [UInt8]
  }

  struct Answer {
    var status: Int
    var fields: [(name: String, value: String)] = []
    var text = ""
  }

  let port: Int
  private let socket: Int32

  init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else { throw Refusal(.fault, "no-listener", "no port can be listened on") }
    socket = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread {
          Self.serve(connection, answer)
          close(connection)
        }.start()
      }
    }.start()
  }

  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private static func serve(_ connection: Int32, _ answer: (Request) -> Answer) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 8192)
    var request: Request?
    while request == nil {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0, bytes.count < 1 << 20 else { return }
      bytes += piece[..<count]
      request = read(bytes)
    }
    guard let request else { return }
    let found = answer(request)
    var text = "HTTP/1.1 \(found.status) Told\r\nConnection: close\r\n"
    for (name, value) in found.fields { text += "\(name): \(value)\r\n" }
    text += "Content-Length: \(found.text.utf8.count)\r\n\r\n\(found.text)"
    let all = Array(text.utf8)
    _ = send(connection, all, all.count, Int32(MSG_NOSIGNAL))
  }

  /// Nil until all of it is there.
  private static func read(_ bytes: [UInt8]) -> Request? {
    let mark = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let body = bytes[(end + mark.count)...]
    guard body.count >= fields["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    let words = lines[0].split(separator: " ")
    return Request(
      path: words.count == 3 && words[0] == "POST" ? String(words[1]) : "", fields: fields,
      body: Array(body))
  }
}
