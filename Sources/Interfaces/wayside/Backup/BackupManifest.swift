import Access
import Archives
import Base
import Cryptography
import Foundation

/// What a backup says of itself: the digest of each of its entries, signed with the service key.
struct BackupManifest {
  static let name = "backup.json"
  static let signatureName = "backup.sig"

  /// The digests of all other entries, by name.
  var digests: [String: String] = [:]

  /// Writes it, with what was counted.
  func json(rows: [String: Int], lastChange: Int64) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("format", "wayside-backup")
      json.member("version", 2)
      json.member("madeAt", SystemClock().now())
      json.member("lastChange", lastChange)
      json.object("rows") { json in
        for (table, rows) in rows.sorted(by: { $0.key < $1.key }) {
          json.key(table)
          json.integer(rows)
        }
      }
      json.object("entries") { json in
        for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
          json.key(name)
          json.string(digest)
        }
      }
    }
    return json.bytes
  }

  /// Checks a backup: its signature, that every entry is as it was written, and that none is missing
  /// or was added.
  ///
  /// - Parameters:
  ///   - own: the key of the installation that is to be replaced; nil if there is none, the backup's
  ///     own is taken then, which shows damage but not forgery.
  ///   - takesUnsigned: whether a backup of a release that did not sign is taken.
  /// - Throws: `invalid` naming the entry.
  static func check(
    _ zip: ZipReader, path: String, own: ServiceKey?, takesUnsigned: Bool
  ) throws {
    func damaged(_ detail: String) -> Refusal {
      Refusal(.invalid, "damaged-backup", "\(path): \(detail) Nothing was changed.")
    }
    guard let entry = zip.entry(name) else {
      throw Refusal(
        .invalid, "no-backup",
        "\(path) is not a backup made by wayside backup. Nothing was changed.")
    }
    let bytes = try zip.bytes(of: entry)
    guard let manifest = try? JSONValue(parsing: bytes) else {
      throw damaged("\(name) is damaged.")
    }
    guard let listed = manifest["entries"] else {
      guard takesUnsigned else {
        throw damaged("it is of a release that did not sign backups; say --unsigned to take it.")
      }
      return try checkMedia(zip, damaged)
    }
    let sealed = zip.entry(signatureName)
    guard let sealed, let signature = try? zip.bytes(of: sealed) else {
      throw damaged("\(signatureName) is missing.")
    }
    let key: ServiceKey
    if let own {
      key = own
    } else {
      guard let inside = zip.entry("service.key") else { throw damaged("service.key is missing.") }
      key = try ServiceKey(try zip.bytes(of: inside))
    }
    let expected = Array(key.hash(bytes, for: .backups).hexadecimal.utf8)
    guard ConstantTime.equal(expected, signature) else {
      throw damaged(
        own == nil
          ? "\(name) was changed after it was signed."
          : "it was not made by this installation, or \(name) was changed after it was signed.")
    }
    guard case .object(let members) = listed else { throw damaged("\(name) is damaged.") }
    var missing = Set(members.map(\.name))
    for entry in zip.entries where entry.name != name && entry.name != signatureName {
      guard missing.remove(entry.name) != nil else {
        throw damaged("\(entry.name) was added after it was signed.")
      }
      guard let digest = try? self.digest(of: entry, in: zip),
        digest == listed[entry.name]?.string
      else { throw damaged("\(entry.name) is damaged.") }
    }
    if let name = missing.min() { throw damaged("\(name) is missing.") }
  }

  private static func checkMedia(_ zip: ZipReader, _ damaged: (String) -> Refusal) throws {
    for entry in zip.entries where entry.name.hasPrefix("media/") {
      guard let digest = try? self.digest(of: entry, in: zip), digest == entry.name.dropFirst(6)
      else { throw damaged("\(entry.name) is damaged.") }
    }
  }

  private static func digest(of entry: ZipEntry, in zip: ZipReader) throws -> String {
    var hash = SHA256()
    try zip.read(entry) { (piece) throws(Refusal) in hash.update(piece) }
    return hash.digest().hexadecimal
  }

  /// The digest of a file on disk.
  static func digest(ofFile path: String) throws -> String {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Refusal(.notFound, "no-file", "\(path) cannot be read.")
    }
    var hash = SHA256()
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(piece) }
    return hash.digest().hexadecimal
  }
}
