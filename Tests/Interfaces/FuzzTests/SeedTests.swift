import Foundation
import FuzzTargets
import TestSupport
import Testing

/// What `tools/fuzz` begins with, and what it has found: read in each run of the tests.
@Suite("Seeds of the fuzzer")
struct SeedTests {
  private static func seeds(of target: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Checkout.root.appending(path: "Tests/Support/FuzzCorpora/" + target)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0))))
    }
  }

  @Test("every target reads its seeds and comes back", arguments: FuzzTarget.all.map(\.name))
  func seeds(_ name: String) throws {
    let target = try #require(FuzzTarget(name))
    let seeds = try Self.seeds(of: name)
    // Seeds that are refused at once would show nothing; findings may be refused.
    let refused = seeds.filter { !target.run($0.bytes) && !$0.name.hasPrefix("found-") }
    #expect(!seeds.isEmpty)
    #expect(refused.map(\.name) == [])
  }

  @Test("damaged seeds are read or refused, never more", arguments: FuzzTarget.all.map(\.name))
  func damaged(_ name: String) throws {
    let target = try #require(FuzzTarget(name))
    for seed in try Self.seeds(of: name) {
      Fuzzing.mutations(seed.bytes, seed: 7, count: 40) { _ = target.run($0) }
    }
  }
}
