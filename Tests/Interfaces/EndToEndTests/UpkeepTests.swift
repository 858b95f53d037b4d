import Base
import Foundation
import TestSupport
import Testing

/// What `wayside serve` does by itself.
@Suite("What the running server does by itself")
struct UpkeepTests {
  private let data: TemporaryFolder

  init() throws { data = try TemporaryFolder() }

  private func files(_ folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: data.file(folder))?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { !$0.hasSuffix("/") && $0.contains(".") }
  }

  /// Media files have no dots in their names.
  private var media: [String] {
    (FileManager.default.enumerator(atPath: data.file("media"))?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.count > 60 }
  }

  @Test("mail leaves: a code that was asked for lies in the outbox within seconds")
  func mailLeaves() throws {
    let server = try RunningServer(data)
    let token = try server.person("ana")
    try server.want("POST", "/v1/me/verifications", as: token, #"{"kind":"email"}"#)
    func mails() throws -> [String] {
      try files("mail").filter { $0.hasSuffix(".eml") }.map {
        try String(contentsOfFile: data.file("mail/" + $0), encoding: .utf8)
      }
    }
    try eventually("a mail to ana") {
      try mails().contains { $0.contains("ana@example.org") }
    }
  }

  @Test(
    "with a mail server in the settings, mail leaves through it",
    .enabled(if: MailHouse.isInstalled, "aiosmtpd is not installed: run tools/setup --full"))
  func mailServer() throws {
    let house = try MailHouse(security: "none")
    defer { house.stop() }
    let server = try RunningServer(
      data,
      settings: """
        {"mail":{"host":"127.0.0.1","port":\(house.port),"security":"none",
         "from":"wayside@example.org"},"privateHosts":["127.0.0.1"]}
        """)
    let token = try server.person("ana")
    try server.want("POST", "/v1/me/verifications", as: token, #"{"kind":"email"}"#)
    eventually("a mail to ana") { house.mail(1)?.contains("ana@example.org") == true }
  }

  @Test("a mail server that says nothing holds up neither what else is done nor the end")
  func silentMailServer() throws {
    let host = try SilentHost()
    let server = try RunningServer(
      data,
      settings: """
        {"mail":{"host":"127.0.0.1","port":\(host.port),"security":"none",
         "from":"wayside@example.org"},"deviceMemorySeconds":5}
        """)
    let token = try server.person("ana")
    try server.want("POST", "/v1/me/consents", as: token, #"{"kind":"location","given":true}"#)
    try server.want(
      "POST", "/v1/positions", as: token,
      #"{"points":[{"lat":47.1,"lon":9.5,"accuracy":5,"at":"\#(SystemClock().now())"}]}"#)
    try server.want("POST", "/v1/me/verifications", as: token, #"{"kind":"email"}"#)
    eventually("a mail is under way") { host.isReached }
    // One mail is waited for 30 s.
    try eventually(within: 20, "devices are forgotten meanwhile") {
      try server.figure("wayside_devices") == 0
    }
    let begin = SystemClock().monotonicSeconds()
    server.stop()
    #expect(SystemClock().monotonicSeconds() - begin < 15)
    #expect(server.log.contains("stopped"), "it has ended by itself")
  }

  @Test("what has had its time is deleted, and media that nothing uses go with it")
  func retention() throws {
    var server = try RunningServer(data)
    let token = try server.person("ana")
    func object(_ name: String, _ prompt: String) throws -> String {
      try server.want(
        "POST", "/v1/objects", as: token, #"{"name":"\#(name)","prompt":"\#(prompt)"}"#
      )
      .require("id")
    }
    _ = try object("kept", "blue sphere 1 m")
    let gone = try object("gone", "red cube 1 m")
    try server.want("DELETE", "/v1/objects/\(gone)", as: token)
    #expect(media.count == 2)
    let before = try server.rows()
    #expect(before["sessions"] == 1)
    server.stop()
    try RunningServer.change(
      data, "UPDATE sessions SET expires_at = 1",
      "UPDATE objects SET withdrawn_at = 1 WHERE withdrawn_at IS NOT NULL")
    server = try RunningServer(data)
    try eventually("the session goes") { try server.rows()["sessions"] == 0 }
    eventually("the file goes") { media.count == 1 }
    #expect(try server.rows()["media"] == 1)
  }

  @Test("health is told on a listener of its own where that is asked for, and figures there alone")
  func healthListener() throws {
    let server = try RunningServer(data, options: ["--health-listen", "127.0.0.1:0"])
    let mark = "health is told on http://127.0.0.1:"
    let line = server.log.split(separator: "\n").first { $0.hasPrefix(mark) }
    let port = try #require(line.flatMap { Int($0.dropFirst(mark.count)) }, "\(server.log)")
    let beside = try #require(RawHTTPClient(port: port, timeoutSeconds: 60))
    for path in ["/livez", "/readyz", "/metrics"] {
      #expect(beside.request("GET", path)?.status == 200, "\(path)")
    }
    #expect(beside.request("GET", "/v1/tours")?.status == 404)
    #expect(try server.call("GET", "/livez").status == 200)
    #expect(try server.call("GET", "/metrics").status == 404)
  }

  @Test(
    "it listens at the address that it is told, and for its own machine if told none",
    arguments: [("127.0.0.2:0", "127.0.0.2"), (":0", "127.0.0.1")])
  func address(told: String, expected: String) throws {
    let program = try Program()
    let server = try program.start("serve", "--data", data.path, "--listen", told)
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    eventually("it listens") { program.address != nil || !server.isRunning }
    let address = try #require(program.address, "\(program.errors)")
    #expect(address.hasPrefix("http://\(expected):"), "\(address)")
  }

  @Test("requests are counted by operation and by the class of their status")
  func statusClasses() throws {
    let server = try RunningServer(data)
    try server.want("GET", "/v1/tours")
    #expect(try server.call("GET", "/v1/tours?limit=no").status == 400)
    // An exchange is counted once it is over, which may be after its answer was read.
    for status in ["2xx", "4xx"] {
      let labels = #"{operation="listTours",status="\#(status)"}"#
      try eventually("\(labels)") {
        try server.figure("wayside_request_seconds_count" + labels) == 1
      }
    }
  }

  @Test("silent devices are forgotten after the time that the operator has set")
  func silentDevices() throws {
    let server = try RunningServer(data, settings: #"{"deviceMemorySeconds":5}"#)
    let token = try server.person("ana")
    try server.want("POST", "/v1/me/consents", as: token, #"{"kind":"location","given":true}"#)
    #expect(try server.figure("wayside_devices") == 0)
    var at = SystemClock().now()
    // A machine that is busy for longer than the memory lasts forgets before one has looked.
    try eventually("it is known") {
      at = SystemClock().now()
      try server.want(
        "POST", "/v1/positions", as: token,
        #"{"points":[{"lat":47.1,"lon":9.5,"accuracy":5,"at":"\#(at)"}]}"#)
      return try server.figure("wayside_devices") == 1
    }
    try eventually("it is forgotten") { try server.figure("wayside_devices") == 0 }
    #expect(SystemClock().now().seconds(since: at) >= 5)
  }
}
