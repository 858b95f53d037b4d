import Base
import Foundation
import TestSupport
import Testing

/// Polls that the real server closes by its own clock.
@Suite("Deadlines of polls at the running server")
struct PollDeadlineTests {
  private let data: TemporaryFolder

  init() throws { data = try TemporaryFolder() }

  /// A poll of a host and one invitee, who has voted.
  private struct Asked {
    var host: String
    var guest: String
    var path: String
    var option: String
    var deadline: Date
  }

  private func ask(_ server: RunningServer, seconds: Double) throws -> Asked {
    let host = try server.person("ana")
    let guest = try server.person("ben")
    let realm = try server.want(
      "POST", "/v1/realms", as: host, #"{"kind":"group","name":"Hikers","joinPolicy":"open"}"#
    ).require("id")
    try server.want("POST", "/v1/realms/\(realm)/members", as: guest)
    let activity = try server.want("POST", "/v1/realms/\(realm)/activities", as: host, "{}")
    let path = try "/v1/activities/" + activity.require("id")
    let deadline = Date(timeIntervalSinceNow: seconds)
    let asked = try server.want(
      "POST", path + "/poll", as: host,
      """
      {"deadline":"\(deadline.ISO8601Format(.init(includingFractionalSeconds: true)))",
       "options":[{"name":"Hike"},{"name":"Cinema"}]}
      """)
    let option = try #require(asked.json["poll"]?["options"]?.array?.first?["id"]?.string)
    try server.want("PUT", path + "/poll/ballot", as: guest, #"{"options":["\#(option)"]}"#)
    return Asked(host: host, guest: guest, path: path, option: option, deadline: deadline)
  }

  private func state(_ server: RunningServer, _ poll: Asked) throws -> String? {
    try server.want("GET", poll.path, as: poll.host).json["poll"]?["state"]?.string
  }

  /// How often someone was told that the poll has ended.
  private func tellings(_ server: RunningServer, as person: String) throws -> Int {
    try server.want("GET", "/v1/notifications", as: person).items
      .count { $0["kind"]?.string == "pollEnded" }
  }

  /// That it is closed, its host told once, and stays so.
  private func checkClosedOnce(_ server: RunningServer, _ poll: Asked) throws {
    #expect(try state(server, poll) == "closed")
    let entry = try server.want("GET", poll.path, as: poll.host).json
    #expect(entry["poll"]?["leading"]?.array?.compactMap(\.string) == [poll.option])
    #expect(entry["poll"]?["options"]?.array?.compactMap { $0["votes"]?.integer } == [1, 0])
    let late = try server.call(
      "PUT", poll.path + "/poll/ballot", as: poll.guest, #"{"options":["\#(poll.option)"]}"#)
    #expect(late.status == 409 && late.text.contains("/problems/poll-closed"), "\(late.text)")
    let version = entry["version"]
    // Longer than the clock rests between two looks.
    usleep(2_500_000)
    #expect(try tellings(server, as: poll.host) == 1)
    #expect(try tellings(server, as: poll.guest) == 0)
    #expect(try server.want("GET", poll.path, as: poll.host).json["version"] == version)
  }

  @Test("PFA1.8: a poll closes at its deadline by the server's clock, once, while nobody asks")
  func whileRunning() throws {
    let server = try RunningServer(data)
    defer { server.stop() }
    let poll = try ask(server, seconds: 4)
    #expect(try state(server, poll) == "open")
    #expect(try tellings(server, as: poll.host) == 0)
    #expect(Date() < poll.deadline, "this machine is too slow to see the poll open")
    usleep(UInt32(max(poll.deadline.timeIntervalSinceNow, 0) * 1_000_000))
    let isClosed = Date()
    try eventually(within: 10, "it closes") { try tellings(server, as: poll.host) == 1 }
    #expect(Date().timeIntervalSince(isClosed) < 3)
    try checkClosedOnce(server, poll)
  }

  @Test("PFA1.8: a poll whose deadline passed while no server ran closes after the start, once")
  func whileStopped() throws {
    var server = try RunningServer(data)
    let poll = try ask(server, seconds: 3)
    server.stop()
    #expect(Date() < poll.deadline, "this machine is too slow to stop before the deadline")
    usleep(UInt32(max(poll.deadline.timeIntervalSinceNow, 0) * 1_000_000) + 500_000)
    for _ in 0..<2 {
      server = try RunningServer(data)
      try eventually(within: 10, "it closes") { try tellings(server, as: poll.host) == 1 }
      try checkClosedOnce(server, poll)
      // The next start finds nothing to do.
      server.stop()
    }
  }
}
