import Base
import Glibc
import TestSupport
import Testing

@testable import HTTPServing

@Suite("reading messages, without a socket")
struct MessageTests {
  private static let chunks =
    "POST /a?b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "4;x=y\r\na\nb\r\r\n0a\r\n0123456789\r\n000\r\nX-T: 1\r\nX-U:\r\n\r\n"
  private static let length =
    "PUT /c HTTP/1.1\r\nhost:a\r\nX-Empty:\r\nX-Spaces:\t b  c \t\r\nContent-Length: 5\r\n\r\n\r\n\r\n0"
  private static let get = "GET / HTTP/1.0\r\n\r\n"

  @Test("methods, targets, fields and bodies are what was sent, wherever the bytes are cut")
  func cuts() {
    let bytes = Array((Self.chunks + Self.length + Self.get).utf8)
    for cut in 0...bytes.count {
      let probe = MessageProbe(bytes, cutAt: cut)
      #expect(probe.refusal == nil)
      #expect(
        probe.messages == [
          MessageProbe.Message(
            method: .post, target: Array("/a?b".utf8),
            headers: [["Host", "a"], ["Transfer-Encoding", "chunked"]],
            body: Array("a\nb\r0123456789".utf8)),
          MessageProbe.Message(
            method: .put, target: Array("/c".utf8),
            headers: [
              ["host", "a"], ["X-Empty", ""], ["X-Spaces", "b  c"], ["Content-Length", "5"],
            ], body: Array("\r\n\r\n0".utf8)),
          MessageProbe.Message(method: .get, target: Array("/".utf8), headers: [], body: []),
        ], "cut at \(cut)")
    }
  }

  @Test("a message that is cut short is neither read nor refused")
  func short() {
    for message in [Self.chunks, Self.length, Self.get] {
      let bytes = Array(message.utf8)
      for count in 0..<bytes.count {
        let probe = MessageProbe(Array(bytes[..<count]), cutAt: 0)
        #expect(probe.messages.isEmpty && probe.refusal == nil, "\(count) bytes of \(message)")
      }
    }
  }

  @Test("damaged messages come to the same wherever they are cut", arguments: [1, 2, 3])
  func damaged(_ seed: UInt64) {
    let bytes = Array((Self.chunks + Self.length + Self.get).utf8)
    Fuzzing.mutations(bytes, seed: seed, count: 3000) { damaged in
      let whole = MessageProbe(damaged, cutAt: 0)
      let cut = MessageProbe(damaged, cutAt: damaged.count / 2)
      #expect(whole.messages == cut.messages && whole.refusal == cut.refusal)
    }
  }

  @Test("lines of chunks and trailers have limits to the byte")
  func limits() {
    func refusal(_ body: String) -> HTTPRefusal? {
      MessageProbe(
        Array(("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body).utf8),
        cutAt: 0
      ).refusal
    }
    let line = "0;" + String(repeating: "a", count: BodyReader.longestLine - 2)
    #expect(refusal(line + "\r\n\r\n") == nil)
    #expect(refusal(line + "a\r\n\r\n")?.status == 400)
    let trailer = "X: " + String(repeating: "a", count: ConnectionLimits().headerBytes - 7)
    #expect(refusal("0\r\n" + trailer + "\r\n\r\n") == nil)
    #expect(refusal("0\r\n" + trailer + "a\r\n\r\n")?.status == 431)
    #expect(refusal("3ffffffffffffff\r\n") == nil)
    #expect(refusal("40000000000000000\r\n")?.status == 413)
  }

  @Test("what is sent and not taken waits in order, and is counted")
  func output() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let folder = try TemporaryFolder()
    let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let file = try #require(TemporaryFile(folder: folder.path, content: content))
    var queue = OutputQueue()
    let head = [UInt8](repeating: 1, count: 300_000)
    let body = [UInt8](repeating: 2, count: 500_000)
    #expect(queue.send(ends[0], head, body) == .full)
    queue.append(FileRegion(try OpenFile(path: file.path), offset: 1), after: [3])
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 90_000)
    while received.count < 1_500_000 {
      let count = read(ends[1], &buffer, buffer.count)
      try #require(count > 0)
      received += buffer[..<count]
      let outcome = queue.flush(ends[0])
      #expect(outcome == (queue.isEmpty ? .done : .full))
      #expect(queue.takenBytes(ends[0]) <= received.count)
    }
    #expect(received == head + body + [3] + content[1...])
    #expect(queue.isEmpty && queue.written == received.count)
    shutdown(ends[1], Int32(SHUT_RDWR))
    #expect(queue.send(ends[0], [1], []) == .failed)
  }
}
