import Base
import Foundation
import Outgoing
import TestSupport
import Testing

/// Against aiosmtpd, a mail server from PyPI that `tools/setup --full` installs.
@Suite(.enabled(if: MailHouse.isInstalled, "aiosmtpd is not installed: run tools/setup --full"))
struct SMTPServerTests {
  static let message = Array(
    "From: a@example.org\r\nSubject: x\r\n\r\nHello\r\n.\r\nthere\r\n".utf8)

  @Test("mail is handed over with and without encryption", arguments: SMTPServer.Security.allCases)
  func taken(_ security: SMTPServer.Security) throws {
    let house = try MailHouse(security)
    defer { house.stop() }
    try house.server.send(Self.message, from: "a@example.org", to: "ana@example.org")
    let taken = try #require(FileManager.default.contents(atPath: house.folder.file("1.eml")))
    #expect([UInt8](taken) == Self.message)
  }

  @Test("a refusal for good and one for now are told apart; after greylisting the mail is taken")
  func refused() throws {
    let house = try MailHouse(.startTLS)
    defer { house.stop() }
    func code(_ recipient: String) -> (OutgoingError.Code, Int)? {
      do throws(OutgoingError) {
        try house.server.send(Self.message, from: "a@example.org", to: recipient)
        return nil
      } catch { return (error.code, error.status) }
    }
    let never = try #require(code("refused@example.org"))
    #expect(never.0 == .refused && never.1 == 550)
    let later = try #require(code("later@example.org"))
    #expect(later.0 == .refusedForNow && later.1 == 451)
    #expect(code("later@example.org")?.0 == nil)
    for address in ["", "a b@example.org", "x@example.org>\r\nRCPT TO:<y@example.org"] {
      #expect(try #require(code(address)).0 == .refused)
    }
    #expect(!FileManager.default.fileExists(atPath: house.folder.file("2.eml")))
  }

  @Test("nothing is sent to a server with a wrong certificate, or without a log-in")
  func guarded() throws {
    let house = try MailHouse(.startTLS)
    defer { house.stop() }
    func code(_ change: (inout SMTPServer) -> Void) -> OutgoingError.Code? {
      var server = house.server
      change(&server)
      do throws(OutgoingError) {
        try server.send(Self.message, from: "a@example.org", to: "ana@example.org")
        return nil
      } catch { return error.code }
    }
    #expect(code { $0.certificates = nil } == .insecure)
    #expect(code { $0.host = "127.0.0.1" } == .insecure)
    #expect(code { ($0.user, $0.password) = (nil, nil) } == .loginRefused)
    #expect(code { $0.password = "open barley" } == .loginRefused, "said at once, not timed out")
    #expect(!FileManager.default.fileExists(atPath: house.folder.file("1.eml")))
  }

  @Test("a server that does not encrypt gets nothing when encryption is asked for")
  func unencrypted() throws {
    let house = try MailHouse(.none)
    defer { house.stop() }
    var server = house.server
    server.security = .startTLS
    let error = #expect(throws: OutgoingError.self) {
      try server.send(Self.message, from: "a@example.org", to: "ana@example.org")
    }
    #expect(error?.code == .insecure)
    #expect(!FileManager.default.fileExists(atPath: house.folder.file("1.eml")))
  }
}

extension MailHouse {
  init(_ security: SMTPServer.Security) throws { try self.init(security: security.rawValue) }

  /// How it is reached, with the right password.
  var server: SMTPServer {
    let isPlain = security == "none"
    var server = SMTPServer(
      host: isPlain ? "127.0.0.1" : "localhost", port: port,
      security: SMTPServer.Security(rawValue: security) ?? .none)
    if !isPlain {
      (server.user, server.password) = (Self.user, Self.password)
      server.certificates = folder.file("certificate.pem")
    }
    return server
  }
}
