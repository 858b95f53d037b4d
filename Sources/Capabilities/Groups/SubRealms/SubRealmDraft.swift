import Base
import Geodesy
import Identity

/// Reads the members that making and changing a sub-realm share.
private enum SubRealmRules {
  static let name = 1...100
  static let description = 0...2000

  static func readArea(_ fields: JSONFields, _ areas: AreaCoding) -> MultiPolygon? {
    fields.described("area", as: .named("Area"), optional: true, placeholder: nil) { fields in
      guard let value = fields.value("area") else { return nil }
      do throws(Refusal) {
        return try areas.read(value)
      } catch {
        fields.reject("area", error.detail)
        return nil
      }
    }
  }
}

/// What a person says to start a sub-realm.
public struct SubRealmDraft: Sendable {
  var kind: SubRealmKind
  var name: String
  var description: String
  var joinPolicy: JoinPolicy
  var timeZone: String?
  var area: MultiPolygon?

  /// Reads `{kind, name, joinPolicy?, description?, timeZone?, area?}`.
  public init(reading fields: JSONFields, areas: AreaCoding) throws(Refusal) {
    kind =
      fields.described(
        "kind", as: .choice(SubRealmKind.startable.map(\.rawValue)), placeholder: .group
      ) { $0.choice("kind", SubRealmKind.self) } ?? .group
    if !kind.canBeStarted {
      let kinds = SubRealmKind.startable.map(\.rawValue).joined(separator: ", ")
      fields.reject("kind", "cannot be started; choose one of \(kinds)")
    }
    name = ProfileRules.readName(fields, "name", SubRealmRules.name)
    description =
      fields.optional("description") { $0.string("description", SubRealmRules.description) } ?? ""
    joinPolicy =
      fields.optional("joinPolicy") { $0.choice("joinPolicy", JoinPolicy.self) }
      .flatMap { $0 } ?? kind.defaultJoinPolicy
    if let objection = kind.objection(to: joinPolicy) { fields.reject("joinPolicy", objection) }
    timeZone = ProfileRules.readTimeZone(fields)
    area = SubRealmRules.readArea(fields, areas)
    try fields.finish()
  }
}

/// A change of a sub-realm; members that are absent stay as they are, null clears.
public struct SubRealmChange: Sendable {
  var name: String?
  var description: String?
  var joinPolicy: JoinPolicy?
  var timeZone: String?
  var clearsTimeZone: Bool
  var area: MultiPolygon?
  var clearsArea: Bool

  /// Reads `{name?, joinPolicy?, description?, timeZone?, area?}`.
  public init(reading fields: JSONFields, areas: AreaCoding) throws(Refusal) {
    name = fields.optional("name") { ProfileRules.readName($0, "name", SubRealmRules.name) }
    description = fields.optional("description") {
      $0.string("description", SubRealmRules.description)
    }
    joinPolicy = fields.optional("joinPolicy") { $0.choice("joinPolicy", JoinPolicy.self) }
      .flatMap { $0 }
    clearsTimeZone = fields.isNull("timeZone")
    timeZone = ProfileRules.readTimeZone(fields)
    clearsArea = fields.isNull("area")
    area = SubRealmRules.readArea(fields, areas)
    try fields.finish()
  }
}
