import Base
import Registration

extension Settings {
  /// Reads the operator's settings; what is absent stays at its default.
  ///
  /// - Parameter settings: what capabilities declare.
  /// - Throws: `invalid` with every unknown or wrong member.
  public init(
    reading fields: JSONFields, declared settings: [any DeclaredSetting]
  ) throws(Refusal) {
    self.init()
    for setting in settings {
      if let read = setting.read(from: fields) { declared[setting.name] = read }
    }
    func integer(_ name: String, _ range: ClosedRange<Int>, _ value: inout Int) {
      if let read = fields.optional(name, { $0.integer(name, range) }) { value = read }
    }
    integer("invitationsPerDay", 0...10_000, &invitationsPerDay)
    integer("invitationsToAddressPerDay", 0...1000, &invitationsToAddressPerDay)
    integer("invitationMailsPerDay", 0...1_000_000, &invitationMailsPerDay)
    let hosts = fields.optional("privateHosts") { fields in
      fields.array("privateHosts", 0...100) { $0.string($1, 1...253).lowercased() }
    }
    privateHosts = Set(hosts ?? [])
    try fields.finish()
  }
}
