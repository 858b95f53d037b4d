import Base
import Foundation
import PushServiceDouble
import TestSupport
import Testing

/// The running server and a push service on the same machine.
@Suite("Pushes of the running server")
struct PushTests {
  private let data: TemporaryFolder

  init() throws { data = try TemporaryFolder() }

  private static let settings = #"{"privateHosts":["127.0.0.1"]}"#

  /// Somebody who wants pushes to a device.
  private func subscriber(
    _ name: String, _ server: RunningServer, _ service: PushServiceDouble
  ) throws -> String {
    let token = try server.person(name)
    let key = try server.want("GET", "/v1/push-key", as: token).require("publicKey")
    try server.want(
      "PUT", "/v1/push-subscriptions/current", as: token, try service.subscribe(name, to: key))
    return token
  }

  private func invite(_ token: String, to name: String, _ server: RunningServer) throws {
    let guest = try server.want("GET", "/v1/me", as: token).require("id")
    let host = try server.person("host\(name)")
    let realm = try server.want(
      "POST", "/v1/realms", as: host, #"{"kind":"group","name":"\#(name)"}"#
    ).require("id")
    try server.want("POST", "/v1/realms/\(realm)/invitations", as: host, #"{"to":"\#(guest)"}"#)
  }

  @Test("TV-IF-03: a push arrives within seconds, also after a restart, under the same key")
  func arrives() throws {
    let service = try PushServiceDouble()
    var server = try RunningServer(data, settings: Self.settings)
    let ana = try subscriber("ana", server, service)
    let key = try server.want("GET", "/v1/push-key", as: ana).require("publicKey")
    try invite(ana, to: "Hikers", server)
    eventually("a push to ana") { service.pushes.contains { $0.body.contains("Hikers") } }
    #expect(service.refused.isEmpty, "\(service.refused)")
    server.stop()
    server = try RunningServer(data)
    #expect(try server.want("GET", "/v1/push-key", as: ana).require("publicKey") == key)
    try invite(ana, to: "Bikers", server)
    eventually("another push") { service.pushes.contains { $0.body.contains("Bikers") } }
    #expect(service.pushes.count == 2 && service.refused.isEmpty, "\(service.refused)")
    #expect(try server.figure(#"wayside_push_messages_total{outcome="sent"}"#) == 1)
  }

  @Test("with --push off nothing leaves, and pages are told")
  func switchedOff() throws {
    let service = try PushServiceDouble()
    var server = try RunningServer(data, settings: Self.settings)
    let ana = try subscriber("ana", server, service)
    server.stop()
    server = try RunningServer(data, options: ["--push", "off"])
    let key = try server.want("GET", "/v1/push-key", as: ana).json
    #expect(key["available"]?.bool == false)
    try invite(ana, to: "Hikers", server)
    try eventually("the notification is there") {
      try server.want("GET", "/v1/notifications", as: ana).items.count == 1
    }
    #expect(try server.rows()["push_messages"] == 0, "nothing waits to leave either")
    #expect(service.pushes.isEmpty && service.refused.isEmpty)
  }
}
