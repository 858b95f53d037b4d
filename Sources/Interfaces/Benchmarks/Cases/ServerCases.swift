import Base
import Foundation
import Geodata
import Places
import Routing

/// The real server process: how long until it answers, and how much memory it holds at rest.
enum ServerCases {
  static var all: [Benchmark] {
    [
      start("vaduz", vaduz), memory("vaduz", vaduz),
      start("1e6") { try Worlds.folder(1_000_000).path },
      start("1e6/rows") {
        let path = try Worlds.folder(1_000_000).path
        try? FileManager.default.removeItem(atPath: path + "/catalog")
        return path
      },
      memory("1e6") { try Worlds.folder(1_000_000).path }, memory("porto", porto),
    ]
  }

  /// Starts from the snapshot that the start before it has left, unless `prepare` removes it.
  private static func start(
    _ name: String, _ prepare: @escaping () throws -> String
  ) -> Benchmark {
    Benchmark(name: "Server.ready/\(name)", unit: "ms", samples: 3) {
      Worlds.closeAll()
      return { Sample(try ServerProcess(prepare()).readyMilliseconds) }
    }
  }

  private static func memory(_ name: String, _ folder: @escaping () throws -> String) -> Benchmark {
    Benchmark(name: "Server.resident/\(name)", unit: "MB", samples: 1, warmsUp: false) {
      let folder = try folder()
      Worlds.closeAll()
      return {
        let server = try ServerProcess(folder)
        sleep(1)
        return Sample(
          server.residentBytes / 1e6, [("withoutMappedPages", server.anonymousBytes / 1e6)])
      }
    }
  }

  /// A data folder with the tours of `geodata/vaduz`, loaded through the whole sample story.
  private static func vaduz() throws -> String {
    let path = Worlds.root + "/vaduz"
    if FileManager.default.fileExists(atPath: path + "/wayside.sqlite") { return path }
    guard FileManager.default.fileExists(atPath: "tools/story") else {
      throw Unavailable(reason: "tools/story is not here; run from the repository's folder")
    }
    _ = try Programs.run(
      "python3",
      [
        "tools/story", "--binary", try ServerProcess.binary(), "--geodata", "geodata/vaduz",
        "--check", "--keep", "--data", path,
      ])
    return path
  }

  /// A data folder with the streets and places of Porto, and nothing else.
  private static func porto() throws -> String {
    let data = ProcessInfo.processInfo.environment["WAYSIDE_DATA"] ?? "../shared/data"
    let extract = data + "/osm/porto-2020.osm.pbf"
    guard FileManager.default.fileExists(atPath: extract) else {
      throw Unavailable(reason: "no \(extract); set WAYSIDE_DATA")
    }
    let path = Worlds.root + "/porto"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let geodata = GeodataFolder(in: path)
    _ = try geodata.importing {
      _ = try ExtractImport(extract: extract).write(to: geodata.place(.maps, name: "porto"))
      return try PlaceImport(extract: extract).write(to: geodata.place(.places, name: "porto"))
    }
    return path
  }
}

/// A running `wayside serve`, ended with this value.
final class ServerProcess {
  private let process = Process()
  /// From starting the program until it listens.
  let readyMilliseconds: Double

  /// Starts it and waits until it listens.
  init(_ folder: String) throws {
    let clock = SystemClock()
    process.executableURL = URL(fileURLWithPath: try ServerProcess.binary())
    process.arguments = [
      "serve", "--data", folder, "--listen", "127.0.0.1:0", "--rate-limits", "off",
    ]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    let start = clock.monotonicSeconds()
    try process.run()
    var text = ""
    while !text.contains("listens on") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { throw Unavailable(reason: "the server does not start: \(text)") }
      text += String(decoding: data, as: UTF8.self)
    }
    readyMilliseconds = (clock.monotonicSeconds() - start) * 1000
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  var residentBytes: Double { NearbyCases.residentBytes(of: process.processIdentifier) }
  /// What is not a page of a file that is mapped.
  var anonymousBytes: Double {
    NearbyCases.residentBytes(of: process.processIdentifier, line: "RssAnon:")
  }

  /// The server beside this program.
  static func binary() throws -> String {
    let folder = (CommandLine.arguments[0] as NSString).deletingLastPathComponent
    let path = folder + "/wayside"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Unavailable(reason: "there is no \(path); build the product wayside, too")
    }
    return path
  }
}
