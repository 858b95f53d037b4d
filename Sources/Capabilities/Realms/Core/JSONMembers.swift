import Base

extension JSONWriter {
  /// A member whose value may be absent, as in those that follow: nothing is written for nil.
  public mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  public mutating func member(_ name: StaticString, _ value: EntityID?) {
    guard let value else { return }
    key(name)
    id(value)
  }

  public mutating func member(_ name: StaticString, _ value: Instant?) {
    guard let value else { return }
    key(name)
    instant(value)
  }

  public mutating func member(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    key(name)
    integer(value)
  }

  public mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
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
