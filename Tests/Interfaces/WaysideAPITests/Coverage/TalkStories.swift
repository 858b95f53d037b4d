import Base
import Foundation
import HTTPServing
import Talk
import Testing
import WaysideAPI

/// Conversations and voice messages.
extension APIFixture {
  /// A second of a tone: 16 bits, 8,000 Hz.
  static let tone: [UInt8] = {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = (0..<8000).flatMap {
      bytes(Int(16_000 * sin(Double($0) * 440 * 2 * .pi / 8000)) & 0xFFFF, 2)
    }
    return Array("RIFF".utf8) + bytes(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
      + bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(16_000, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(samples.count, 4) + samples
  }()

  /// Says something; answers with the message once every device can play it.
  func say(
    in conversation: String, as person: Person, key: String? = nil, bytes: [UInt8] = APIFixture.tone
  ) throws -> Reply {
    let sent = try call(
      .post, "/v1/conversations/\(conversation)/messages", as: person, bytes: bytes,
      type: "audio/wav", headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    services.talk.workshop.finish()
    return sent
  }

  /// Makes two people friends; answers with what they have in common.
  func befriend(_ one: Person, _ other: Person) throws -> String {
    let asked = try call(
      .post, "/v1/friend-requests", as: one, ["to": .text(other.id), "message": "It's me."])
    let accepted = try call(
      .post, "/v1/invitations/\(asked.require("id"))/acceptance", as: other)
    return try accepted.require("id")
  }

  func messages(_ conversation: String, _ person: Person, _ query: String = "") throws
    -> [JSONValue]
  {
    try call(.get, "/v1/conversations/\(conversation)/messages\(query)", as: person).items
  }

  func tellOfVoices() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    let realm = try befriend(ana, ben)
    let chats = try call(.get, "/v1/conversations", as: ana).items
    #expect(chats.map { $0["name"]?.string } == ["Ben"] && chats[0]["kind"]?.string == "direct")
    #expect(chats[0]["allowsText"]?.bool == false && chats[0]["unheard"]?.integer == 0)
    // SC-MSG-05: what is acknowledged is kept, and heard by the other.
    let sent = try say(in: realm, as: ana, key: "first")
    #expect(sent.status == 201, "\(sent.text)")
    let id = try sent.require("id")
    #expect(sent.json["sequence"]?.integer == 1 && sent.json["isOwn"]?.bool == true)
    let again = try say(in: realm, as: ana, key: "first")
    #expect(again.json["id"]?.string == id, "the same key is the same message")
    let got = try #require(try messages(realm, ben).first)
    #expect(try messages(realm, ben).count == 1)
    #expect(got["state"]?.string == "ready" && got["isOwn"]?.bool == false, "\(got)")
    #expect(got["types"]?.array?.map(\.string) == ["audio/mp4", "audio/wav"])
    #expect(abs((got["seconds"]?.number ?? 0) - 1) < 0.02 && got["peaks"]?.array?.count == 64)
    #expect(try call(.get, "/v1/conversations/\(realm)", as: ben).json["unheard"]?.integer == 1)
    let content = "/v1/messages/\(id)/content"
    let playable = try call(.get, content, as: ben)
    #expect(
      playable.status == 200 && Array(playable.bytes.dropFirst(4).prefix(4)) == Array("ftyp".utf8))
    #expect(try call(.get, content + "?type=audio/wav", as: ben).bytes == Self.tone)
    #expect(try call(.get, content + "?type=audio/ogg", as: ben).status == 422)
    #expect(try call(.get, "/v1/messages/\(id)", as: ben).json["id"]?.string == id)
    // A stranger learns nothing.
    for path in ["/v1/conversations/\(realm)", content, "/v1/messages/\(id)"] {
      #expect(try call(.get, path, as: eve).status == 404, "\(path)")
    }
    #expect(try say(in: realm, as: eve).status == 404)
    #expect(try call(.put, "/v1/messages/\(id)/heard", as: ben).status == 204)
    #expect(try call(.get, "/v1/conversations", as: ben).items[0]["unheard"]?.integer == 0)
    #expect(try messages(realm, ana)[0]["hearings"]?.integer == 1)
    // SC-MSG-17: friends speak, they do not type.
    let path = "/v1/conversations/\(realm)/messages"
    #expect(try call(.post, path, as: ana, ["text": "Hello"]).slug == "voices-only")
    let broken = try say(in: realm, as: ana, bytes: Array("no sound".utf8))
    #expect(broken.slug == "audio-type", "\(broken.text)")
    try tellOfTakingBack(realm, ana, ben)
  }

  private func tellOfTakingBack(_ realm: String, _ ana: Person, _ ben: Person) throws {
    // What cannot be read is told to its sender alone (SC-MSG-06).
    let unreadable = try say(in: realm, as: ana, bytes: Array("OggS and nothing more".utf8))
    #expect(unreadable.status == 201)
    #expect(try messages(realm, ana)[0]["state"]?.string == "failed")
    #expect(try messages(realm, ben).count == 1)
    let failed = try unreadable.require("id")
    #expect(try call(.delete, "/v1/messages/\(failed)?for=everybody", as: ana).status == 204)
    let second = try say(in: realm, as: ben).require("id")
    #expect(try call(.delete, "/v1/messages/\(second)?for=everybody", as: ana).slug == "not-yours")
    #expect(try call(.delete, "/v1/messages/\(second)", as: ana).status == 204)
    #expect(try messages(realm, ana).count == 1)
    #expect(try messages(realm, ben).count == 2)
    #expect(try call(.delete, "/v1/messages/\(second)?for=everybody", as: ben).status == 204)
    #expect(try messages(realm, ben).count == 1)
    let third = try say(in: realm, as: ben).require("id")
    clock.advance(seconds: 3600)
    #expect(
      try call(.delete, "/v1/messages/\(third)?for=everybody", as: ben).slug == "too-late-to-delete"
    )
    // SC-MSG-14: newest first; by person and time.
    let all = try messages(realm, ana)
    #expect(all.map { $0["sequence"]?.integer } == [4, 1], "\(all)")
    #expect(try messages(realm, ana, "?author=\(ben.id)").map { $0["sequence"]?.integer } == [4])
    let now = clock.now().description
    #expect(try messages(realm, ana, "?from=\(now)").isEmpty)
    #expect(try messages(realm, ana, "?to=\(now)").count == 2)
    // Who blocks hears nothing more of the other, who does not learn it.
    #expect(try call(.put, "/v1/blocks/\(ben.id)", as: ana).status == 204)
    #expect(try say(in: realm, as: ben).status == 201)
    #expect(try messages(realm, ana).map { $0["sequence"]?.integer } == [1])
    #expect(try messages(realm, ben).map { $0["sequence"]?.integer } == [5, 4, 1])
  }

  func tellOfCalls() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    let chat = try befriend(ana, ben)
    func begin(_ caller: Person) throws -> Reply {
      try call(.post, "/v1/conversations/\(chat)/calls", as: caller, ["media": "voice"])
    }
    // SC-CALL-13: friends alone.
    #expect(try begin(eve).status == 404)
    let made = try begin(ana)
    #expect(made.status == 201 && made.json["state"]?.string == "ringing", "\(made.text)")
    let path = "/v1/calls/\(try made.require("id"))"
    #expect(try call(.get, path, as: eve).status == 404, "a stranger with its identifier")
    #expect(try call(.post, path + "/acceptance", as: eve).status == 404)
    let ringing = try call(.get, path, as: ben).json
    #expect(ringing["isCaller"]?.bool == false && ringing["isHere"]?.bool == true)
    #expect(ringing["with"]?["name"]?.string == "Ana")
    #expect(try begin(ana).slug == "in-a-call")
    #expect(try call(.post, path + "/acceptance", as: ana).slug == "not-yours")
    let taken = try call(.post, path + "/acceptance", as: ben)
    #expect(taken.json["state"]?.string == "connecting", "\(taken.text)")
    let told = try call(
      .post, path + "/signals", as: ana, ["kind": "description", "content": "v=0\r\n"])
    #expect(told.status == 200, "\(told.text)")
    let heard = try call(.get, path + "/signals", as: ben).items
    #expect(heard.map { $0["content"]?.string } == ["v=0\r\n"])
    #expect(try call(.get, path + "/signals?after=\(told.require("id"))", as: ben).items.isEmpty)
    #expect(try call(.get, path + "/signals", as: ana).items.isEmpty)
    #expect(try call(.get, path + "/relays", as: ben).json["addresses"]?.array?.isEmpty == true)
    #expect(try call(.post, path + "/connection", as: ben).json["state"]?.string == "active")
    let ended = try call(.post, path + "/end", as: ana, ["reason": "connectionLost"])
    #expect(ended.json["reason"]?.string == "connectionLost", "\(ended.text)")
    #expect(try call(.post, path + "/acceptance", as: ben).slug == "call-ended")
    #expect(
      try call(.post, path + "/signals", as: ana, ["kind": "media", "content": ""]).slug
        == "call-ended")
    // Declined, and not answered: the server's clock decides.
    let second = "/v1/calls/\(try begin(ben).require("id"))"
    #expect(try call(.post, second + "/refusal", as: ana).json["reason"]?.string == "declined")
    let third = "/v1/calls/\(try begin(ben).require("id"))"
    clock.advance(seconds: 120)
    try fire("call")
    #expect(try call(.get, third, as: ana).json["reason"]?.string == "noAnswer")
    #expect(
      try call(.get, "/v1/calls", as: ben).items.map { $0["reason"]?.string }
        == ["noAnswer", "declined", "connectionLost"])
    // Busy.
    let cleo = try person("Cleo")
    let other = try befriend(cleo, ben)
    _ = try call(.post, "/v1/calls/\(begin(ana).require("id"))/acceptance", as: ben)
    let busy = try call(.post, "/v1/conversations/\(other)/calls", as: cleo, ["media": "video"])
    #expect(busy.json["reason"]?.string == "busy", "\(busy.text)")
  }

  func tellOfGroupChats() throws {
    let (ana, ben, cleo) = (try person("Ana"), try person("Ben"), try person("Cleo"))
    let dan = try person("Dan")
    for friend in [ben, cleo, dan] { _ = try befriend(ana, friend) }
    // SC-GRP-04, SC-GRP-05: two friends at least, named from its members.
    let few = try call(.post, "/v1/conversations", as: ana, ["friends": [.text(ben.id)]])
    #expect(few.status == 422)
    let made = try call(
      .post, "/v1/conversations", as: ana, ["friends": [.text(ben.id), .text(cleo.id)]])
    #expect(made.status == 201 && made.json["name"]?.string == "Ana, Ben, Cleo", "\(made.text)")
    let chat = try made.require("id")
    // SC-GRP-07: in the lists of all at once.
    for person in [ana, ben, cleo] {
      #expect(
        try call(.get, "/v1/conversations", as: person).items.contains { $0["id"]?.string == chat })
    }
    let stranger = try call(
      .post, "/v1/conversations", as: ben, ["friends": [.text(cleo.id), .text(dan.id)]])
    #expect(stranger.status == 422, "\(stranger.text)")
    _ = try say(in: chat, as: ana)
    // SC-GRP-12, SC-GRP-13: a newcomer hears from then on, and finds it with the first message.
    clock.advance(seconds: 60)
    let grown = try call(
      .post, "/v1/conversations/\(chat)/members", as: ana, ["friends": [.text(dan.id)]])
    #expect(grown.json["members"]?.integer == 4, "\(grown.text)")
    func lists(_ person: Person) throws -> Bool {
      try call(.get, "/v1/conversations", as: person).items.contains { $0["id"]?.string == chat }
    }
    #expect(try !lists(dan))
    clock.advance(seconds: 60)
    _ = try say(in: chat, as: ben)
    #expect(try lists(dan))
    #expect(try messages(chat, dan).map { $0["sequence"]?.integer } == [2])
    #expect(try messages(chat, cleo).map { $0["sequence"]?.integer } == [2, 1])
    // SC-GRP-15 to SC-GRP-18: who began it quits as well; it lives on with two.
    for person in [ana, dan] {
      let gone = try call(.delete, "/v1/realms/\(chat)/members/\(person.id)", as: person)
      #expect(gone.status == 204, "\(gone.text)")
      #expect(try !lists(person))
      #expect(try call(.get, "/v1/conversations/\(chat)/messages", as: person).status == 404)
    }
    #expect(try say(in: chat, as: cleo).status == 201)
    #expect(try messages(chat, ben).count == 3)
    // In a group what a blocked one says is folded, not absent.
    #expect(try call(.put, "/v1/blocks/\(cleo.id)", as: ben).status == 204)
    #expect(try messages(chat, ben)[0]["isFolded"]?.bool == true)
    // A family writes, too.
    let family = try team(of: ana, [ben], kind: "community")
    let wrote = try call(
      .post, "/v1/conversations/\(family)/messages", as: ben, ["text": "I bring a cake."])
    #expect(
      wrote.status == 201 && wrote.json["words"]?.string == "I bring a cake.", "\(wrote.text)")
    #expect(try messages(family, ana)[0]["kind"]?.string == "text")
    let wrong = try call(
      .post, "/v1/conversations/\(family)/members", as: ana, ["friends": [.text(cleo.id)]])
    #expect(wrong.slug == "no-group-chat", "\(wrong.text)")
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let talk: [(Set<Principal>, String)] = [
    (
      users,
      """
      listConversations createGroupChat getConversation addToGroupChat sendMessage listMessages \
      getMessage getMessageContent markHeard deleteMessage startCall listCalls getCall acceptCall \
      declineCall confirmCall endCall sendSignal listSignals getTurnCredentials
      """
    )
  ]
}
