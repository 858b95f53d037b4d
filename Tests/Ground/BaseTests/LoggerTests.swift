import Base
import Foundation
import Testing

@Suite struct LoggerTests {
  private func lines(_ written: Guarded<[UInt8]>) -> [JSONValue] {
    written.current.split(separator: 0x0a).compactMap { try? JSONValue(parsing: Array($0)) }
  }

  @Test("lines are JSON with time, level, event and fields, in order")
  func format() {
    let written = Guarded<[UInt8]>([])
    let logger = Logger(clock: ManualClock()) { bytes in written.withLock { $0 += bytes } }
    logger.debug("hidden")
    logger.info("request", ["status": 200, "cached": true, "operation": .name("readTour")])
    logger.error("failed", ["seconds": .number(0.25), "cause": .literal("disk full")])
    logger.flush()
    let all = lines(written)
    #expect(all.count == 2)
    #expect(all.first?["time"]?.string == "2026-05-01T10:00:00.000Z")
    #expect(all.first?["level"]?.string == "info")
    #expect(all.first?["status"]?.integer == 200)
    #expect(all.first?["operation"]?.string == "readTour")
    #expect(all.last?["cause"]?.string == "disk full")
  }

  @Test(
    "P17: text that the program did not make is not written",
    arguments: ["ada@example.org", "Meet me at noon", "43.65,-79.38", "a\"b", "ü"])
  func redaction(_ text: String) {
    let written = Guarded<[UInt8]>([])
    let logger = Logger { bytes in written.withLock { $0 += bytes } }
    logger.info("event", ["value": .name(text)])
    logger.stop()
    #expect(lines(written).first?["value"]?.string == "[redacted]")
    #expect(!String(decoding: written.current, as: UTF8.self).contains(text))
  }

  @Test("a stuck sink holds nobody up; what is lost is counted")
  func bounded() {
    let gate = DispatchSemaphore(value: 0)
    let written = Guarded<[UInt8]>([])
    let logger = Logger(capacity: 4096) { bytes in
      gate.wait()
      written.withLock { $0 += bytes }
    }
    for i in 0..<1000 { logger.info("event", ["number": .integer(i)]) }
    for _ in 0..<10 { gate.signal() }
    logger.stop()
    let all = lines(written)
    let lost = all.compactMap { $0["count"]?.integer }.reduce(0, +)
    #expect(lost > 0)
    #expect(all.count { $0["number"] != nil } + lost == 1000)
  }
}
