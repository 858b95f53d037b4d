import Base
import Foundation
import Realms
import Storage

/// What is noted of the database outside of it, so that `doctor` finds what was changed in it by hand:
/// the last entry of the audit log, and a seal of every record of money.
///
/// ```
/// audit.tail     NUMBER SEAL
/// ledger.seals   KEPT-UNTIL IDENTIFIER SEAL, a line for each record, only ever added to
/// ```
///
/// Written once a minute and at the end of the server; what was changed before that is not seen.
///
/// - Thread: one caller at a time.
struct DatabaseNotes: Sendable {
  static let names = ["audit.tail", "ledger.seals"]

  private struct Line {
    var keepUntil: Int64
    var id: EntityID
    var seal: String
  }

  private let folder: String
  private let seals: LedgerSeals
  /// The greatest identifier that is noted; nil before the notes were read.
  private let last = Guarded<EntityID?>(nil)

  init(folder: String, key: ServiceKey) {
    self.folder = folder
    seals = LedgerSeals(key: key)
  }

  /// Brings the notes up to date.
  func write(_ store: Store, _ audit: AuditLog) throws {
    if let tail = try audit.tail() {
      let line = "\(tail.number) \(tail.seal.hexadecimal)\n"
      try Data(line.utf8).write(to: file(0), options: .atomic)
    }
    if last.current == nil { last.swap(try lines().map(\.id).max()) }
    var text = ""
    var newest = last.current
    try store.read(deadlineSeconds: 60) { session in
      try seals.each(after: newest, in: session) { entry in
        text += "\(entry.keepUntil.milliseconds) \(entry.id) \(entry.seal)\n"
        newest = entry.id
      }
    }
    guard !text.isEmpty else { return }
    if !FileManager.default.fileExists(atPath: file(1).path) {
      _ = FileManager.default.createFile(
        atPath: file(1).path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    let handle = try FileHandle(forWritingTo: file(1))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.synchronize()
    last.swap(newest)
  }

  /// What in the database is not as it was noted, in sentences.
  func findings(_ store: Store, _ audit: AuditLog) throws -> [(rule: String, detail: String)] {
    var findings: [(rule: String, detail: String)] = []
    let words = text(0).split(whereSeparator: \.isWhitespace)
    if words.count == 2, let number = Int(words[0]) {
      let seal = words[1].hexadecimalBytes
      if try !audit.holds(number: number, seal: seal) {
        findings.append(
          ("audit-tail", "Entry \(number) was the last one once, and is gone or another now."))
      }
    }
    let now = store.clock.now().milliseconds
    var noted: [EntityID: String] = [:]
    for line in try lines() where line.keepUntil > now { noted[line.id] = line.seal }
    var changed: [EntityID] = []
    try store.read(deadlineSeconds: 600) { session in
      try seals.each(after: nil, in: session) { entry in
        if let seal = noted.removeValue(forKey: entry.id), seal != entry.seal {
          changed.append(entry.id)
        }
      }
    }
    if !changed.isEmpty {
      let list = changed.map(\.description).sorted().prefix(5).joined(separator: ", ")
      findings.append(
        ("ledger-is-as-written", "\(changed.count) records of money were changed: \(list)"))
    }
    if !noted.isEmpty {
      let list = noted.keys.map(\.description).sorted().prefix(5).joined(separator: ", ")
      findings.append(
        ("ledger-is-whole", "\(noted.count) records of money were deleted: \(list)"))
    }
    return findings
  }

  private func file(_ number: Int) -> URL {
    URL(fileURLWithPath: folder + "/" + Self.names[number])
  }

  private func text(_ number: Int) -> String {
    String(decoding: (try? Data(contentsOf: file(number))) ?? Data(), as: UTF8.self)
  }

  private func lines() throws -> [Line] {
    try text(1).split(separator: "\n").enumerated().map { number, line in
      let words = line.split(separator: " ")
      guard words.count == 3, let keepUntil = Int64(words[0]), let id = EntityID(words[1]) else {
        throw Refusal(
          .invalid, "broken-notes", "\(file(1).path), line \(number + 1), cannot be read.")
      }
      return Line(keepUntil: keepUntil, id: id, seal: String(words[2]))
    }
  }
}

extension [UInt8] {
  fileprivate var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension Substring {
  /// The bytes that the digits stand for; none if they are no digits.
  fileprivate var hexadecimalBytes: [UInt8] {
    let digits = compactMap(\.hexDigitValue)
    guard digits.count == count, count % 2 == 0 else { return [] }
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(truncatingIfNeeded: digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
