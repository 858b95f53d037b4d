import Base
import Foundation

/// Runs named benchmark cases and prints one JSON line each.
///
/// Usage: Benchmarks [--list] [--peers] [PATTERN ...]; a pattern is a part of a case's name.
@main
enum Main {
  static func main() throws {
    #if DEBUG
    FileHandle.standardError.write(
      Data("Benchmarks must be built with -c release; debug figures mean nothing.\n".utf8))
    exit(2)
    #else
    var words = Array(CommandLine.arguments.dropFirst())
    let listsOnly = words.contains("--list")
    let withPeers = words.contains("--peers")
    words.removeAll { $0.hasPrefix("--") }
    let all = IndexCases.all + StoreCases.all + (withPeers ? PeerCases.all : [])
    let chosen = all.filter { item in
      words.isEmpty || words.contains { item.name.contains($0) }
    }
    for item in chosen {
      if listsOnly {
        print(item.name)
        continue
      }
      let step = try item.setUp()
      _ = try step()
      var samples: [Double] = []
      for _ in 0..<item.samples { samples.append(try step()) }
      print(Measurement(name: item.name, unit: item.unit, samples: samples).line)
    }
    #endif
  }
}
