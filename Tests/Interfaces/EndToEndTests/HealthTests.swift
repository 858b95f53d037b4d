import Base
import Foundation
import TestSupport
import Testing

/// The server while its database is frozen or gone.
@Suite(
  "A database that does not answer", .serialized,
  .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
struct HealthTests {
  /// Hands bytes to and fro between the server and its database; frozen or ended by a signal.
  private struct Relay {
    let folder: TemporaryFolder
    let process: Process

    init(to socket: String) throws {
      folder = try TemporaryFolder()
      process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "python3", "-c",
        """
        import asyncio, sys
        async def copy(reader, writer):
            try:
                while data := await reader.read(65536):
                    writer.write(data)
                    await writer.drain()
            except OSError:
                pass
            writer.close()
        async def serve(reader, writer):
            there, back = await asyncio.open_unix_connection(sys.argv[2])
            await asyncio.gather(copy(reader, back), copy(there, writer))
        async def main():
            server = await asyncio.start_unix_server(serve, sys.argv[1])
            await server.serve_forever()
        asyncio.run(main())
        """, folder.file(".s.PGSQL.5432"), socket,
      ]
      try process.run()
      eventually("the relay listens") {
        FileManager.default.fileExists(atPath: folder.file(".s.PGSQL.5432"))
      }
    }
  }

  @Test("frozen: /readyz says so at once, calls end with 503 within 40 s; thawed, all goes on")
  func frozen() throws {
    let url = try PostgresServer.freshURL()
    let host = try #require(url.split(separator: "host=").last?.split(separator: "&").first)
    let relay = try Relay(to: host + "/.s.PGSQL.5432")
    defer {
      kill(relay.process.processIdentifier, SIGKILL)
      relay.process.waitUntilExit()
    }
    let data = try TemporaryFolder()
    let file = data.file("store")
    try url.replacing(host, with: relay.folder.path).write(
      toFile: file, atomically: true, encoding: .utf8)
    let server = try RunningServer(data, options: ["--store-file", file])
    let ana = try server.person("ana")
    #expect(try server.call("GET", "/readyz").status == 200)
    kill(relay.process.processIdentifier, SIGSTOP)
    let clock = SystemClock()
    let start = clock.monotonicSeconds()
    let reading = try server.call("GET", "/v1/notifications", as: ana)
    #expect(reading.status == 503 && reading.headers.contains { $0.name == "retry-after" })
    let writing = try server.call(
      "POST", "/v1/realms", as: ana, #"{"kind":"group","name":"Hikers","joinPolicy":"open"}"#)
    #expect(writing.status == 503 && writing.headers.contains { $0.name == "retry-after" })
    // 10 s for reading and 20 s for writing, each with its grace; the rest is for a loaded machine.
    #expect(clock.monotonicSeconds() - start < 60)
    let ready = try server.call("GET", "/readyz")
    #expect(ready.status == 503 && ready.text.contains("the database does not answer"))
    kill(relay.process.processIdentifier, SIGCONT)
    try eventually("it is ready again") { try server.call("GET", "/readyz").status == 200 }
    try eventually("it reads and writes again") {
      try server.call("GET", "/v1/notifications", as: ana).status == 200
        && server.call(
          "POST", "/v1/realms", as: ana, #"{"kind":"group","name":"Hikers","joinPolicy":"open"}"#
        ).status == 201
    }
    // Gone for good.
    kill(relay.process.processIdentifier, SIGKILL)
    try eventually("its absence is said") {
      try server.call("GET", "/readyz").text.contains("the database does not answer")
    }
    #expect(try server.call("GET", "/v1/notifications", as: ana).status == 503)
    #expect(try server.call("GET", "/livez").status == 200)
  }
}
