import Foundation
import TestSupport
import Testing

@testable import Archives

@Suite struct GzipTests {
  @Test("what is compressed is what gzip unpacks", arguments: [0, 1, 200, 100_000])
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    let packed = try #require(Gzip.compress(bytes))
    #expect(packed.starts(with: [0x1f, 0x8b]))
    let folder = try TemporaryFolder()
    try Data(packed).write(to: URL(fileURLWithPath: folder.file("a.gz")))
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-d", folder.file("a.gz")]
    try gzip.run()
    gzip.waitUntilExit()
    #expect(gzip.terminationStatus == 0)
    #expect(FileManager.default.contents(atPath: folder.file("a")).map { [UInt8]($0) } == bytes)
  }
}
