import Base

extension Settings {
  /// Reads the operator's settings; what is absent stays at its default.
  ///
  /// - Throws: `invalid` with every unknown or wrong member.
  public init(reading fields: JSONFields) throws(Refusal) {
    self.init()
    func number(_ name: String, _ range: ClosedRange<Double>, _ value: inout Double) {
      if let read = fields.optional(name, { $0.number(name, range) }) { value = read }
    }
    func integer(_ name: String, _ range: ClosedRange<Int>, _ value: inout Int) {
      if let read = fields.optional(name, { $0.integer(name, range) }) { value = read }
    }
    integer("inventoryLimit", 1...10_000, &inventoryLimit)
    number("startHintMetres", 1...1000, &startHintMetres)
    number("tourPushMetres", 1...10_000, &tourPushMetres)
    number("arrivalMetres", 1...1000, &arrivalMetres)
    number("placeMetres", 1...1000, &placeMetres)
    integer("viewLimit", 1...200, &viewLimit)
    number("viewOverlap", 0...1, &viewOverlap)
    number("walkingSpeed", 0.3...20, &walkingSpeed)
    number("secondsPerStop", 0...3600, &secondsPerStop)
    mail = fields.optional("mail") { $0.object("mail") { MailSettings(reading: $0) } } ?? nil
    let hosts = fields.optional("privateHosts") { fields in
      fields.array("privateHosts", 0...100) { $0.string($1, 1...253).lowercased() }
    }
    privateHosts = Set(hosts ?? [])
    try fields.finish()
  }
}
