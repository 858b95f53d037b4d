import Base
import HTTPServing
import Testing
import WaysideAPI

/// Devices that get notifications while the pages are closed.
extension APIFixture {
  /// What a browser says of its subscription, with the point of RFC 8291's example.
  static func subscription(
    _ endpoint: String = "https://push.example.net/abc", secret: String = "BTBZMqHH6r4Tts7J_aSIgg"
  ) -> JSON {
    let point =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    return [
      "endpoint": .text(endpoint), "keys": ["p256dh": .text(point), "auth": .text(secret)],
    ]
  }

  func tellOfPushes() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let list = "/v1/push-subscriptions"
    let own = list + "/current"
    let key = try call(.get, "/v1/push-key", as: ana)
    #expect(key.json["available"]?.bool == true, "\(key.text)")
    #expect(try key.require("publicKey").count == 87)
    #expect(
      try call(.get, "/v1/push-key", as: ben).require("publicKey") == key.require("publicKey"),
      "one server, one key")
    #expect(try call(.get, list, as: ana).items.isEmpty)
    let made = try call(.put, own, as: ana, Self.subscription())
    #expect(made.json["service"]?.string == "https://push.example.net", "\(made.text)")
    #expect(made.json["current"]?.bool == true && made.json["endpoint"] == nil)
    let again = try call(.put, own, as: ana, Self.subscription())
    #expect(try again.require("id") == made.require("id"), "the same again changes nothing")
    let consents = try call(.get, "/v1/me/consents", as: ana).items
    #expect(consents.first { $0["kind"]?.string == "push" }?["given"]?.bool == true)
    // Another device of hers; each ends by itself.
    let phone = try logIn(ana.email)
    _ = try call(.put, own, as: phone, Self.subscription("https://push.example.net:8443/def"))
    let both = try call(.get, list, as: ana).items
    #expect(
      both.map { $0["service"]?.string } == [
        "https://push.example.net:8443", "https://push.example.net",
      ])
    #expect(both.map { $0["current"]?.bool } == [false, true])
    let other = try #require(both[0]["id"]?.string)
    #expect(try call(.delete, "\(list)/\(other)", as: ben).status == 404, "not his")
    #expect(try call(.delete, "\(list)/\(other)", as: ana).status == 204)
    #expect(try call(.delete, "\(list)/\(other)", as: ana).status == 404)
    #expect(try call(.get, list, as: phone).items.count == 1)
    #expect(try call(.delete, own, as: ana).status == 204)
    #expect(try call(.delete, own, as: ana).status == 204, "there is none")
    #expect(try call(.get, list, as: ana).items.isEmpty)
  }
}
