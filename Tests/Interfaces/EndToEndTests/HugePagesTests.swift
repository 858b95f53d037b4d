import Foundation
import TestSupport
import Testing

@Suite("The server's memory")
struct HugePagesTests {
  /// The allocator's settings of a server that was started with `given`.
  private func tunables(given: String?) throws -> Set<String> {
    var environment = ProcessInfo.processInfo.environment
    environment["GLIBC_TUNABLES"] = given
    let folder = try TemporaryFolder()
    let server = try Program().serve(folder, environment: environment)
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    let environ = try Data(
      contentsOf: URL(fileURLWithPath: "/proc/\(server.processIdentifier)/environ"))
    // The C library cuts the setting up in place where it holds several.
    let words = environ.split { [0, UInt8(ascii: ":"), UInt8(ascii: "\n")].contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }
      .map { $0.hasPrefix("GLIBC_TUNABLES=") ? String($0.dropFirst(15)) : $0 }
    return Set(words.filter { $0.hasPrefix("glibc.") })
  }

  @Test("a server asks for huge pages, unless its environment says otherwise")
  func asksForHugePages() throws {
    #expect(try tunables(given: nil) == ["glibc.malloc.hugetlb=1"])
    #expect(
      try tunables(given: "glibc.malloc.arena_max=4")
        == ["glibc.malloc.arena_max=4", "glibc.malloc.hugetlb=1"])
    #expect(try tunables(given: "glibc.malloc.hugetlb=0") == ["glibc.malloc.hugetlb=0"])
  }
}
