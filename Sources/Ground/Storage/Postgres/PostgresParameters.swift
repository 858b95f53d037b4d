import CPostgres

/// Values on their way to the server, in the binary form of the types it inferred.
struct PostgresParameters {
  private var bytes: [UInt8] = []
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  /// - Parameter types: what the server inferred for each parameter.
  /// - Throws: `misuse` where a value does not fit its type, `constraint` for a text with NUL or a
  ///   number that is none.
  init(_ values: [SQLValue], types: [UInt32], _ sql: String) throws(DatabaseError) {
    guard values.count == types.count else {
      throw DatabaseError(.misuse, "wrong number of parameters for: \(sql.prefix(200))")
    }
    for (index, value) in values.enumerated() {
      try value.checkStorable(sql)
      let type = PostgresType(rawValue: types[index])
      guard append(value, type) else {
        throw DatabaseError(
          .misuse,
          """
          parameter \(index + 1) does not fit type \(types[index]) that PostgreSQL inferred; \
          add a cast in: \(sql.prefix(200))
          """)
      }
    }
    // Keeps the base address valid when every value is empty.
    bytes.append(0)
  }

  private mutating func append(_ value: SQLValue, _ type: PostgresType?) -> Bool {
    switch (value, type) {
    case (.null, _): begin(nil)
    case (.integer(let number), .int8): bigEndian(number)
    case (.integer(let number), .int4):
      guard let narrow = Int32(exactly: number) else { return false }
      bigEndian(narrow)
    case (.integer(let number), .int2):
      guard let narrow = Int16(exactly: number) else { return false }
      bigEndian(narrow)
    case (.integer(let number), .float8): bigEndian(Double(number).bitPattern)
    case (.integer(let number), .float4): bigEndian(Float(number).bitPattern)
    case (.integer(let number), .bool): bigEndian(UInt8(number == 0 ? 0 : 1))
    case (.integer(let number), .numeric): text(String(number), format: 0)
    case (.real(let number), .float8): bigEndian(number.bitPattern)
    case (.real(let number), .float4): bigEndian(Float(number).bitPattern)
    case (.real(let number), .numeric):
      guard number.isFinite else { return false }
      text(number.description, format: 0)
    case (.text(let value), .text), (.text(let value), .varchar), (.text(let value), .name):
      text(value, format: 1)
    case (.blob(let value), .bytea):
      begin(value.count)
      bytes.append(contentsOf: value)
    default: return false
    }
    return true
  }

  private mutating func begin(_ length: Int?, format: Int32 = 1) {
    offsets.append(length == nil ? nil : bytes.count)
    lengths.append(Int32(clamping: length ?? 0))
    formats.append(format)
  }

  private mutating func bigEndian(_ value: some FixedWidthInteger) {
    begin(value.bitWidth / 8)
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func text(_ value: String, format: Int32) {
    begin(value.utf8.count, format: format)
    bytes.append(contentsOf: value.utf8)
    // Values in text form end at a NUL.
    if format == 0 { bytes.append(0) }
  }

  /// Lends the arrays that libpq wants; valid inside `body` only.
  func withPointers<Result>(
    _ body: (
      Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { raw in
      let base = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
      return pointers.withUnsafeBufferPointer { pointers in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            body(
              Int32(clamping: pointers.count), pointers.baseAddress, lengths.baseAddress,
              formats.baseAddress)
          }
        }
      }
    }
  }
}

/// Object identifiers of the types that statements use.
///
/// - Source: PostgreSQL 15, `pg_type.dat`.
enum PostgresType: UInt32 {
  case bool = 16
  case bytea = 17
  case name = 19
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case text = 25
  case float4 = 700
  case float8 = 701
  case varchar = 1043
  case numeric = 1700
}
