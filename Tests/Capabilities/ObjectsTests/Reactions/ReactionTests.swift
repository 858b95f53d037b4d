import Access
import Base
import CapabilityTestSupport
import Objects
import TestSupport
import Testing

@Suite("Reactions")
struct ReactionTests {
  let fixture: ObjectsFixture
  let author: Caller
  let realm: EntityID
  let instance: EntityID

  init() throws {
    fixture = try ObjectsFixture()
    realm = fixture.realm()
    author = fixture.caller(in: realm)
    instance = try fixture.place(
      fixture.object("Cube", caller: author), caller: author, in: realm
    ).instance.id
  }

  @Test("UC9.4-6, CG-RL-07: each of six reactions can be given", arguments: ReactionKind.allCases)
  func kinds(kind: ReactionKind) throws {
    #expect(ReactionKind.allCases.count == 6)
    let caller = fixture.caller(in: realm)
    let body = try fields(#"{"kind":"\#(kind.rawValue)"}"#)
    let read = try #require(ReactionKind.read(body))
    try body.finish()
    let summary = try fixture.reactions.react(read, to: instance, caller: caller)
    #expect(summary == ReactionSummary(counts: [kind: 1], own: kind))
  }

  @Test("UC9.post: everyone who sees the instance sees the reactions, with the own one marked")
  func seen() throws {
    let callers = (0..<3).map { _ in fixture.caller(in: realm) }
    for caller in callers.prefix(2) {
      _ = try fixture.reactions.react(.love, to: instance, caller: caller)
    }
    _ = try fixture.reactions.react(.wow, to: instance, caller: callers[2])
    let later = fixture.caller(in: realm)
    for (caller, own) in [(callers[0], ReactionKind.love), (callers[2], .wow), (later, nil)] {
      let details = try fixture.instances.details(instance, caller: caller)
      #expect(details.reactions == ReactionSummary(counts: [.love: 2, .wow: 1], own: own))
      let answer = try json { details.write(to: &$0) }
      #expect(answer["reactions"]?["love"]?.integer == 2)
      #expect(answer["reactions"]?["like"]?.integer == 0)
      #expect(answer["ownReaction"]?.string == own?.rawValue)
    }
    let listed = try fixture.instances.list(in: realm, page: PageRequest(), caller: later).items
    #expect(listed.first?.reactions.counts == [.love: 2, .wow: 1])
  }

  @Test("an account has one reaction to an instance; it can be changed and taken back")
  func one() throws {
    let caller = fixture.caller(in: realm)
    let before = try fixture.lastSequence()
    _ = try fixture.reactions.react(.like, to: instance, caller: caller)
    _ = try fixture.reactions.react(.like, to: instance, caller: caller)
    let changed = try fixture.reactions.react(.sad, to: instance, caller: caller)
    #expect(changed == ReactionSummary(counts: [.sad: 1], own: .sad))
    let removed = try fixture.reactions.remove(from: instance, caller: caller)
    #expect(removed == ReactionSummary())
    _ = try fixture.reactions.remove(from: instance, caller: caller)
    #expect(
      try fixture.changes("reaction", after: before).count == 3, "what changes nothing is silent")
  }

  @Test("whoever does not see the instance cannot react to it, and learns nothing of it")
  func hidden() throws {
    for caller in [fixture.caller(), fixture.caller(in: fixture.realm())] {
      let refused = try refusal {
        _ = try fixture.reactions.react(.like, to: instance, caller: caller)
      }
      #expect(refused == Refusal.notFound("instance"))
    }
    let anonymous = try refusal {
      _ = try fixture.reactions.react(.like, to: instance, caller: .anonymous)
    }
    #expect(anonymous?.kind == .unauthenticated)
    #expect(try fixture.rows("reactions") == 0)
    let unknown = try fields(#"{"kind":"hate"}"#)
    #expect(ReactionKind.read(unknown) == nil)
    #expect(try refusal { try unknown.finish() }?.violations.map(\.pointer) == ["/kind"])
  }
}
