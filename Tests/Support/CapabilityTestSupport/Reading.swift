import Access
import Base

/// The refusal that `body` ends with; nil if it does not.
public func refusal(_ body: () throws -> Void) throws -> Refusal? {
  do {
    try body()
    return nil
  } catch let refusal as Refusal {
    return refusal
  }
}

/// The fields of a JSON text.
public func fields(_ json: String) throws -> JSONFields {
  try JSONFields(JSONValue(parsing: Array(json.utf8)))
}

/// What a value writes, parsed again.
public func json(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
  var writer = JSONWriter()
  write(&writer)
  return try JSONValue(parsing: writer.bytes)
}

extension Caller {
  /// The account of a caller that a test made.
  public var testAccount: EntityID { account ?? EntityID(high: 0, low: 0) }
}
