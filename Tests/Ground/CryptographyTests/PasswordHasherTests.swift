import Base
import Cryptography
import Foundation
import TestSupport
import Testing

@Suite("Password hashes")
struct PasswordHasherTests {
  @Test("SC-SEC-03, BZ-SEC-01: a hash is salted, does not hold the password, and verifies")
  func verify() throws {
    let hasher = try PasswordHasher(cost: .cheapest)
    let hash = try hasher.hash("correct horse")
    #expect(hash.hasPrefix("$argon2id$"))
    #expect(!hash.contains("correct"))
    #expect(try hasher.hash("correct horse") != hash)
    #expect(try hasher.verify("correct horse", against: hash))
    #expect(try !hasher.verify("correct hors", against: hash))
    #expect(try !hasher.verify("", against: hash))
    #expect(try !hasher.verify("correct horse", against: "nonsense"))
    #expect(try !hasher.verify("correct horse", against: nil))
  }

  @Test("to look for an account that is not there takes as long as a wrong password")
  func nobody() throws {
    let hasher = try PasswordHasher(cost: PasswordHasher.Cost(memory: 16 << 20, passes: 2))
    let hash = try hasher.hash("correct horse")
    func seconds(_ hash: String?) throws -> Double {
      let clock = SystemClock()
      let start = clock.monotonicSeconds()
      let isRight = try hasher.verify("wrong horse", against: hash)
      #expect(!isRight)
      return clock.monotonicSeconds() - start
    }
    // In turns, and the fastest of many: what else the machine does must not fall on one of them.
    var (wrong, absent) = (Double.infinity, Double.infinity)
    for _ in 0..<20 {
      wrong = min(wrong, try seconds(hash))
      absent = min(absent, try seconds(nil))
    }
    #expect(absent > wrong / 2 && absent < wrong * 2)
  }

  @Test("the same letters composed differently are the same password")
  func normalised() throws {
    let hasher = try PasswordHasher(cost: .cheapest)
    let hash = try hasher.hash("caf\u{e9}-Zo\u{eb}")
    #expect(try hasher.verify("cafe\u{301}-Zoe\u{308}", against: hash))
  }

  @Test("the standard cost is 64 MiB and 3 passes, and cheaper hashes are to be renewed")
  func cost() throws {
    let cheap = try PasswordHasher(cost: .cheapest)
    let hash = try cheap.hash("password of a kind")
    #expect(!cheap.needsRehash(hash))
    let dear = try PasswordHasher(cost: PasswordHasher.Cost(memory: 16384, passes: 1))
    #expect(dear.needsRehash(hash))
    #expect(PasswordHasher.Cost.standard == PasswordHasher.Cost(memory: 67_108_864, passes: 3))
  }

  @Test("where there is no memory for hashing, that is said, and no password is called wrong")
  func noMemory() throws {
    let hasher = try PasswordHasher(cost: .cheapest)
    let hash = try hasher.hash("correct horse")
    // As if each had been made with 4 TiB.
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    let dear = (parts[..<3] + ["m=4294967295,t=1,p=1"] + parts[4...]).joined(separator: "$")
    let refusal = #expect(throws: Refusal.self) {
      try hasher.verify("correct horse", against: dear)
    }
    #expect(refusal?.kind == .busy && refusal?.retryAfterSeconds == 2)
    #expect(try hasher.verify("correct horse", against: hash))
  }

  @Test("beyond the queue callers are told to come back")
  func busy() throws {
    let hasher = try PasswordHasher(
      cost: PasswordHasher.Cost(memory: 32 << 20, passes: 3), concurrent: 1, queue: 0)
    let results = Guarded<[Bool]>([])
    concurrently(16) { _ in
      do {
        _ = try hasher.hash("some password")
        results.withLock { $0.append(true) }
      } catch let refusal as Refusal {
        results.withLock { $0.append(refusal.kind != .busy) }
      } catch {
        Issue.record("unexpected \(error)")
      }
    }
    #expect(results.current.count == 16)
    #expect(results.current.contains(true))
    #expect(results.current.contains(false))
  }

  @Test("temporary passwords are long, readable, and never the same")
  func temporary() {
    let passwords = (0..<500).map { _ in TemporaryPassword.make() }
    #expect(Set(passwords).count == 500)
    for password in passwords.prefix(50) {
      #expect(password.utf8.count == 19)
      #expect(!password.contains(where: { "01ilo".contains($0) }))
    }
    #expect(TemporaryPassword.digest("a") != TemporaryPassword.digest("b"))
  }
}
