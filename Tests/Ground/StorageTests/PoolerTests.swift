import Base
import Foundation
import Storage
import TestSupport
import Testing

/// The store behind pgbouncer, as several processes share it.
@Suite(.enabled(if: Pooler.absence == nil, "needs pgbouncer"))
struct PoolerTests {
  @Test("two processes behind pgbouncer write side by side, and each hears of the other's at once")
  func session() throws {
    let pooler = try Pooler(mode: "session", database: "pooled_sessions")
    let one = try Store.open(.postgres(url: pooler.url), schema: [Things.schema])
    defer { one.close() }
    let other = try Store.open(.postgres(url: pooler.url), schema: [Things.schema])
    defer { other.close() }
    let listener = Listener()
    try other.follow(listener)
    concurrently(8) { number in
      for i in 0..<10 {
        let store = number.isMultiple(of: 2) ? one : other
        _ = try? store.write { try Things.add("\(number)-\(i)", in: $0) }
      }
    }
    #expect(try Things.number(in: one) == 80)
    #expect(try Things.names(in: one) == Things.names(in: other))
    #expect(wait { listener.changes.count == 80 })
  }

  @Test("a pooler that changes sessions between transactions is refused, with what to do")
  func transaction() throws {
    let pooler = try Pooler(mode: "transaction", database: "pooled_transactions")
    let error = #expect(throws: DatabaseError.self) {
      try Store.open(.postgres(url: pooler.url), schema: [Things.schema])
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("pool_mode=session") == true, "\(error?.message ?? "")")
  }
}
