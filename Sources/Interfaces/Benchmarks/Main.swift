import Base
import Foundation

/// Runs named benchmark cases and prints one JSON line each.
///
/// Usage: Benchmarks [--list] [--peers] [PATTERN ...]; a pattern is a part of a case's
/// name, in any case; with a `$` behind it, its end.
@main
enum Main {
  static func main() throws {
    #if DEBUG
    say("Benchmarks must be built with -c release; debug figures mean nothing.")
    exit(2)
    #else
    // As the server does.
    HugePages.restartWithThem()
    var words = Array(CommandLine.arguments.dropFirst())
    let listsOnly = words.contains("--list")
    let withPeers = words.contains("--peers")
    words.removeAll { $0.hasPrefix("--") }
    let all =
      IndexCases.all + NearbyCases.all + ViewCases.all + ColdViewCases.all + WriteCases.all
      + HTTPWriteCases.all + FollowerCases.all
      + RoutingCases.all
      + (withPeers ? PeerCases.all + ViewPeerCases.all + RedisCases.all + HTTPWriteCases.peers : [])
      + PositionCases.all + (withPeers ? PositionCases.peers : []) + ServerCases.all
      + TransitCases.all + PlaceCases.all + (withPeers ? PlaceCases.peers : [])
      + PlanningCases.all + EventCases.all
    let chosen = all.filter { item in
      words.isEmpty || words.contains { "\(item.name)$".lowercased().contains($0.lowercased()) }
    }
    var failures = 0
    for item in chosen {
      if listsOnly {
        print(item.name)
        continue
      }
      do {
        let measurement = try measure(item)
        try FileHandle.standardOutput.write(contentsOf: Data("\(measurement.line)\n".utf8))
        for asked in measurement.bars where !asked.isMet {
          let isKnown = asked.bar.isKnown(asked.value)
          if !isKnown { failures += 1 }
          say(
            "MISSED \(asked.figure): \(asked.value), must be \(asked.bar.description)"
              + (isKnown ? " (known: decision 0026)" : ""))
        }
      } catch let absence as Unavailable {
        say("SKIPPED \(item.name): \(absence.reason)")
      } catch {
        failures += 1
        say("FAILED \(item.name): \(error)")
      }
    }
    Worlds.closeAll()
    if failures > 0 { exit(1) }
    #endif
  }

  private static func measure(_ item: Benchmark) throws -> Measurement {
    let step = try item.setUp()
    if item.warmsUp { _ = try step() }
    var samples: [Sample] = []
    for _ in 0..<item.samples { samples.append(try step()) }
    return Measurement(name: item.name, unit: item.unit, samples: samples)
  }

  /// Writes a line beside the results.
  static func say(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }
}
