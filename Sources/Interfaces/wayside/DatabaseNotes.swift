import Access
import Base
import Foundation
import Moderation
import Storage
import Tours

/// What is noted of the database outside of it, so that `doctor` finds what was changed in it by hand:
/// the last entry of the audit log, and a seal of every record of money.
///
/// ```
/// audit.tail     NUMBER SEAL
/// ledger.seals   KEPT-UNTIL IDENTIFIER SEAL, a line for each record, only ever added to
/// ```
///
/// Written once a minute and at the end of the server; what was changed before that is not seen. A
/// tail that does not hold any more is kept as it is: else the next minute would bless the cut.
///
/// - Thread: one caller at a time; ``trouble`` from any.
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
  /// Whether this process has looked at the notes before.
  private let isRead = Guarded(false)
  private let isTailBroken = Guarded(false)

  init(folder: String, key: ServiceKey) {
    self.folder = folder
    seals = LedgerSeals(key: key)
  }

  /// What `/readyz` says of the notes; nil while the database fits them.
  var trouble: String? {
    isTailBroken.current
      ? "the audit log is not as it was noted; stop the server and run wayside doctor" : nil
  }

  /// Brings the notes up to date.
  ///
  /// - Parameter logger: is told what was not as it should be; each once.
  func write(_ store: Store, _ audit: AuditLog, logger: Logger? = nil) throws {
    try writeTail(audit, logger)
    if last.current == nil { last.swap(try lines().map(\.id).max()) }
    let isBegun = isRead.swap(true) || last.current != nil
    var text = ""
    var newest = last.current
    try store.read(deadlineSeconds: 60) { session in
      try seals.each(after: newest, in: session) { entry in
        text += "\(entry.keepUntil.milliseconds) \(entry.id) \(entry.seal)\n"
        newest = entry.id
      }
    }
    guard !text.isEmpty else { return }
    if !isBegun { logger?.warning("ledger-seals-begun") }
    if try file(1).append(text) {
      logger?.warning("torn-line-cut", ["file": .literal("ledger.seals")])
    }
    last.swap(newest)
  }

  /// Notes the last entry of the audit log, unless the one that was noted has gone.
  private func writeTail(_ audit: AuditLog, _ logger: Logger?) throws {
    let tail = try audit.tail()
    let isBroken = try tailFinding(audit, tail: tail, isFirstAllowed: true) != nil
    if isTailBroken.swap(isBroken) != isBroken, isBroken { logger?.error("audit-log-cut") }
    guard !isBroken, let tail else { return }
    let line = "\(tail.number) \(tail.seal.hexadecimal)\n"
    let noted = text(0)
    guard noted != line else { return }
    if noted.isEmpty, tail.number > 1 { logger?.warning("audit-tail-begun") }
    try file(0).replace(with: Data(line.utf8))
  }

  /// What is wrong with the tail that was noted; nil if nothing.
  ///
  /// - Parameter isFirstAllowed: whether none may have been noted beside a log that has entries.
  private func tailFinding(
    _ audit: AuditLog, tail: (number: Int, seal: [UInt8])?, isFirstAllowed: Bool
  ) throws -> String? {
    let noted = text(0)
    if noted.isEmpty {
      guard let tail, !isFirstAllowed else { return nil }
      return """
        \(file(0).path) is missing or empty beside a log of \(tail.number) entries: whether the last \
        ones were cut off cannot be told. The server begins it anew.
        """
    }
    let words = noted.split(whereSeparator: \.isWhitespace)
    let advice = "When that is explained, remove the file; the server begins it anew."
    guard words.count == 2, let number = Int(words[0]), !words[1].hexadecimalBytes.isEmpty else {
      return "\(file(0).path) cannot be read. \(advice)"
    }
    guard try !audit.holds(number: number, seal: words[1].hexadecimalBytes) else { return nil }
    return """
      Entry \(number) was the last one once, says \(file(0).path), and is gone or another now. \
      \(advice)
      """
  }

  /// What in the database is not as it was noted, in sentences.
  func findings(_ store: Store, _ audit: AuditLog) throws -> [(rule: String, detail: String)] {
    var findings: [(rule: String, detail: String)] = []
    if let detail = try tailFinding(audit, tail: audit.tail(), isFirstAllowed: false) {
      findings.append(("audit-tail", detail))
    }
    let now = store.clock.now().milliseconds
    var noted: [EntityID: String] = [:]
    let lines = try lines()
    for line in lines where line.keepUntil > now { noted[line.id] = line.seal }
    var changed: [EntityID] = []
    var count = 0
    try store.read(deadlineSeconds: 600) { session in
      try seals.each(after: nil, in: session) { entry in
        count += 1
        if let seal = noted.removeValue(forKey: entry.id), seal != entry.seal {
          changed.append(entry.id)
        }
      }
    }
    if lines.isEmpty, count > 0 {
      let detail = """
        \(file(1).path) is missing or empty beside \(count) records of money: whether they are as they \
        were written cannot be told. The server begins it anew.
        """
      findings.append(("ledger-seals", detail))
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

  private func file(_ number: Int) -> LineFile {
    LineFile(path: folder + "/" + Self.names[number])
  }

  private func text(_ number: Int) -> String {
    String(
      decoding: FileManager.default.contents(atPath: file(number).path) ?? Data(), as: UTF8.self)
  }

  /// The whole lines of seals: what a torn one was to hold is not noted yet.
  private func lines() throws -> [Line] {
    try file(1).read().lines.enumerated().map { number, line in
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
