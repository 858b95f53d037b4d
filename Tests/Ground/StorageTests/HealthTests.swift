import Foundation
import Testing

@testable import Storage

@Suite("what a disk's figures say")
struct HealthTests {
  /// A disk of gigabytes with room for files, changed.
  private func obstacles(_ change: (inout statvfs) -> Void) -> [String] {
    var status = statvfs()
    status.f_frsize = 4096
    status.f_bavail = 1_000_000
    status.f_files = 65_536
    status.f_favail = 50_000
    change(&status)
    return StoreHealth.obstacles(of: status)
  }

  @Test("a disk is full without bytes, and without room for files where these are counted")
  func figures() {
    let noFiles = ["the disk has no room for more files: it is out of inodes"]
    #expect(obstacles { _ in }.isEmpty)
    #expect(obstacles { $0.f_bavail = 100 } == ["the disk is full"])
    #expect(obstacles { $0.f_favail = 0 } == noFiles)
    #expect(obstacles { $0.f_favail = 63 } == noFiles)
    #expect(obstacles { $0.f_favail = 64 }.isEmpty)
    // btrfs and the like say nothing of files.
    #expect(obstacles { ($0.f_files, $0.f_favail) = (0, 0) }.isEmpty)
    #expect(
      obstacles { ($0.f_flag, $0.f_favail) = (UInt(ST_RDONLY), 0) } == [
        "the data folder can only be read"
      ])
  }
}
