import Base
import Foundation
import Storage
import TestSupport
import Testing

/// A small file system of its own, on which space can run out.
private final class SmallDisk: Sendable {
  let path: String

  /// Why there is none on this machine; nil if it can be had.
  static let absence: String? = {
    guard getuid() == 0 else { return "mounting a small disk needs root" }
    do {
      _ = try SmallDisk(megabytes: 1)
      return nil
    } catch {
      return "a small disk cannot be mounted: \(error)"
    }
  }()

  init(megabytes: Int) throws {
    path = NSTemporaryDirectory() + "wayside-disk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("wayside", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      rmdir(path)
      throw POSIXError(.EPERM)
    }
  }

  deinit {
    umount(path)
    rmdir(path)
  }

  /// Fills the disk to the last page but `spare`.
  func fill(spare: Int = 0) throws {
    let descriptor = open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    var size = 1 << 20
    while size >= 4096 {
      let block = [UInt8](repeating: 1, count: size)
      if write(descriptor, block, size) <= 0 { size /= 2 }
    }
    var status = stat()
    fstat(descriptor, &status)
    ftruncate(descriptor, max(status.st_size - spare, 0))
  }

  func free() { unlink(path + "/filler") }
}

@Suite("A full disk", .enabled(if: SmallDisk.absence == nil, "needs root and tmpfs"))
struct DiskFullTests {
  @Test(
    "D5: writes are refused, reads go on, and writing works again when there is space",
    arguments: [0, 4096, 65_536, 300_000])
  func database(_ spare: Int) throws {
    let disk = try SmallDisk(megabytes: 24)
    let store = try Store.open(.file(path: disk.path + "/store.sqlite"), schema: [Things.schema])
    let listener = Listener()
    try store.follow(listener)
    for i in 0..<20 { try store.write { try Things.add("before-\(i)", in: $0) } }
    try disk.fill(spare: spare)
    var acknowledged = 20
    var refusals: [Refusal] = []
    for i in 0..<400 where refusals.count < 5 {
      do {
        try store.write { transaction in
          try Things.add("full-\(i)", in: transaction)
          try transaction.execute(
            "UPDATE things SET bytes = ?1 WHERE name = ?2",
            [.blob([UInt8](repeating: 7, count: 20_000)), .text("full-\(i)")])
        }
        acknowledged += 1
      } catch let refusal as Refusal {
        refusals.append(refusal)
      }
      #expect(try Things.number(in: store) == acknowledged)
    }
    #expect(refusals.count == 5)
    #expect(refusals.allSatisfy { $0.kind == .storageFull }, "\(refusals)")
    #expect(store.writeFailure == nil)
    disk.free()
    try store.write { try Things.add("after", in: $0) }
    #expect(try Things.number(in: store) == acknowledged + 1)
    #expect(listener.changes.count == acknowledged + 1)
    #expect(try store.check() == [])
    store.close()
  }

  @Test("D5: an upload that does not fit is refused and leaves nothing behind")
  func media() throws {
    let disk = try SmallDisk(megabytes: 4)
    let media = try MediaFolder(in: disk.path)
    let digest = try #require(MediaDigest(bytes: [UInt8](repeating: 1, count: 32)))
    let refusal = #expect(throws: Refusal.self) {
      try media.put([UInt8](repeating: 1, count: 8 << 20), digest: digest)
    }
    #expect(refusal?.kind == .storageFull)
    #expect(!media.exists(digest))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path + "/media/.new") == [])
    try media.put([UInt8](repeating: 1, count: 1 << 20), digest: digest)
    #expect(media.size(digest) == 1 << 20)
  }

  @Test("D5: a backup that does not fit is refused and leaves nothing behind")
  func backup() throws {
    let disk = try SmallDisk(megabytes: 2)
    let test = try TestStore(.sqlite, schema: [Things.schema])
    try test.store.write { transaction in
      for i in 0..<60 {
        try Things.add("\(i)", in: transaction)
        try transaction.execute(
          "UPDATE things SET bytes = ?1 WHERE name = ?2",
          [.blob([UInt8](repeating: 7, count: 100_000)), .text("\(i)")])
      }
    }
    let refusal = #expect(throws: Refusal.self) {
      try test.store.backup(toFile: disk.path + "/backup.sqlite")
    }
    #expect(refusal?.kind == .storageFull)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }
}
