import Access
import Base
import Cryptography
import Foundation
import Geodesy
import Objects
import Storage

/// Fills the real tables with the sample world.
struct WorldWriter {
  /// An account with a session.
  struct Member {
    var account: EntityID
    var session: EntityID
    var token: String
  }

  private let store: Store
  private let ids: EntityIDSource
  /// The one object that all instances show.
  let object: EntityID

  /// The identifier of the sample sub-realm of that number, 1...1000.
  static func realm(_ number: Int) -> EntityID {
    EntityID(high: 0x7000, low: 0x8000_0001_0000_0000 | UInt64(number))
  }

  /// Writes the object and the sub-realms.
  init(_ store: Store) throws {
    self.store = store
    ids = EntityIDSource(clock: store.clock, random: SystemRandom())
    let object = ids.next()
    self.object = object
    try store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO objects (id, owner, name, sort_name, alt, kind, origin, sha256, media_type,
          bytes, triangles, min_x, min_y, min_z, max_x, max_y, max_z, state, created_at,
          updated_at, version)
        VALUES (?1, NULL, 'Sign', 'sign', 'A sign', 'model', 'preset', ?2, 'model/gltf-binary',
          1000, 12, -0.5, -0.5, 0.0, 0.5, 0.5, 2.0, 'live', ?3, ?3, 1)
        """,
        [
          .id(object), .text(String(repeating: "0", count: 64)), .instant(transaction.now),
        ])
      for number in 1...1000 {
        try transaction.execute(
          """
          INSERT INTO sub_realms (id, kind, name, name_key, description, join_policy, state,
            created_at, version)
          VALUES (?1, 'group', ?2, ?2, '', 'open', 'live', ?3, 1)
          """,
          [
            .id(WorldWriter.realm(number)), .text("realm \(number)"), .instant(transaction.now),
          ])
      }
    }
  }

  /// Writes instances at the sample points, each in the public sub-realm and in one other.
  func writeInstances(_ count: Int) throws {
    let points = SampleWorld.points(count)
    let realms = SampleWorld.realms(count)
    let author = ids.next()
    for start in stride(from: 0, to: count, by: 10_000) {
      try store.write { transaction in
        for i in start..<min(start + 10_000, count) {
          let turn = Double(i % 360) * .pi / 360
          let pose = GeoPose(
            position: FixedPosition(points[i]).lonLat, height: Double(i % 5000) / 10,
            orientation: Quaternion(x: 0, y: 0, z: sin(turn), w: cos(turn)))
          let instance = Instance(
            id: ids.next(), object: object, author: author,
            placement: Placement(
              realms: [SubRealmID.publicRealm, WorldWriter.realm(realms[i])], pose: pose),
            state: .live, createdAt: transaction.now, version: 1)
          try InstanceStore.insert(instance, in: transaction)
          // The catalog goes by the last change; it need not know of each of these.
          if i == count - 1 { try transaction.record("instance", instance.id, .insert) }
        }
      }
    }
  }

  /// Adds an account that is a member of those sub-realms, logged in.
  func addMember(of realms: [Int]) throws -> Member {
    let token = SecretToken()
    let member = Member(account: ids.next(), session: ids.next(), token: token.text)
    try store.write { transaction in
      let now = transaction.now
      try transaction.execute(
        """
        INSERT INTO accounts (id, display_name, name_key, preferences, role, state, created_at,
          version)
        VALUES (?1, 'Ana', 'ana', '{}', 'general', 'active', ?2, 1)
        """, [.id(member.account), .instant(now)])
      try transaction.execute(
        """
        INSERT INTO sessions (id, account, token, device, created_at, used_at, expires_at)
        VALUES (?1, ?2, ?3, 'benchmark', ?4, ?4, ?5)
        """,
        [
          .id(member.session), .id(member.account), .blob(token.digest.bytes), .instant(now),
          .instant(now.adding(seconds: 20 * 365 * 86_400)),
        ])
      try transaction.execute(
        """
        INSERT INTO sub_realms (id, kind, name, name_key, description, join_policy, state,
          created_at, version)
        VALUES (?1, 'personal', 'Personal', 'personal', '', 'closed', 'live', ?2, 1)
        """, [.id(member.account), .instant(now)])
      try transaction.execute(
        """
        INSERT INTO memberships (account, sub_realm, role, joined_at) VALUES (?1, ?1, 'owner', ?2)
        """, [.id(member.account), .instant(now)])
      for number in realms {
        try transaction.execute(
          """
          INSERT INTO memberships (account, sub_realm, role, joined_at)
          VALUES (?1, ?2, 'member', ?3)
          """, [.id(member.account), .id(WorldWriter.realm(number)), .instant(now)])
      }
      try transaction.execute(
        """
        INSERT INTO inventory_entries (holder, holder_kind, object, added_by, added_at)
        VALUES (?1, 'account', ?2, ?1, ?3)
        """, [.id(member.account), .id(object), .instant(now)])
    }
    return member
  }
}
