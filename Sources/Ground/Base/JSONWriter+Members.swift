/// Members of objects: a name and its value in one call. Nothing is written for a value that is nil.
extension JSONWriter {
  /// Writes a member with its value, or null.
  public mutating func member(_ name: StaticString, _ value: StaticString) {
    key(name)
    string(value)
  }

  // Literals would choose this overload otherwise, and be escaped at each call.
  /// Writes a member with its value, or null.
  @_disfavoredOverload
  public mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// Writes a member with its value, or null.
  public mutating func member(_ name: StaticString, _ value: EntityID?) {
    guard let value else { return }
    key(name)
    id(value)
  }

  /// Writes a member with its value, or null.
  public mutating func member(_ name: StaticString, _ value: Instant?) {
    guard let value else { return }
    key(name)
    instant(value)
  }

  /// Writes a member with its value, or null.
  public mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    key(name)
    integer(value)
  }

  /// The shortest form that reads back as the same double; `null` if not finite.
  public mutating func member(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    key(name)
    number(value)
  }

  /// A number with at most `decimals` digits after the point.
  public mutating func member(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value else { return }
    key(name)
    number(value, decimals: decimals)
  }

  /// Writes a member with its value, or null.
  public mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    key(name)
    bool(value)
  }

  /// A member that holds an object; `body` writes its members.
  public mutating func object<Failure: Error>(
    _ name: StaticString, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    key(name)
    try object(body)
  }

  /// A member that holds an array; `body` writes its values.
  public mutating func array<Failure: Error>(
    _ name: StaticString, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    key(name)
    try array(body)
  }

  /// A member that holds an array, one element per item.
  public mutating func member<Item>(
    _ name: StaticString, of items: [Item], _ write: (Item, inout JSONWriter) -> Void
  ) {
    key(name)
    array { json in
      for item in items { write(item, &json) }
    }
  }
}
