import Base
import Foundation
import Geodesy
import Testing

@testable import Visibility

/// Lines of sight beside those of another program, on a raster of the same town.
@Suite struct ViewshedTests {
  private static let program = "/usr/bin/gdal_viewshed"
  private static let side = 400
  private static let cell = 0.5
  private static let eyeHeight = 1.6
  private static let targetHeight = 1.0

  /// An upright block in metres east and north of the eye.
  private struct Block {
    var west: Double
    var south: Double
    var east: Double
    var north: Double
    var height: Double

    func contains(_ x: Double, _ y: Double) -> Bool {
      x > west && x < east && y > south && y < north
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// The middle of a cell in metres east and north of the eye; rows come from the north.
  private static func middle(_ row: Int, _ column: Int) -> (x: Double, y: Double) {
    let half = Double(side) / 2
    return ((Double(column) + 0.5 - half) * cell, (half - Double(row) - 0.5) * cell)
  }

  @Test(
    "RI-FR1.1: lines of sight agree with gdal_viewshed on a raster of the town, but for edges",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: ViewshedTests.program),
      "SKIPPED: gdal_viewshed is not installed; tools/setup --full brings it"),
    arguments: [1, 2, 3] as [UInt64])
  func agreement(seed: UInt64) throws {
    var sample = SampleView(seed: seed, at: SampleView.places[0])
    var blocks: [Block] = []
    while blocks.count < 25 {
      // On whole cells, so that the raster shows them as they are.
      let x = sample.between(-90, 80).rounded()
      let y = sample.between(-90, 80).rounded()
      let block = Block(
        west: x, south: y, east: x + sample.between(4, 14).rounded(),
        north: y + sample.between(4, 14).rounded(), height: sample.between(2.5, 15))
      if !block.contains(0, 0), abs(x) > 3 || abs(y) > 3 { blocks.append(block) }
    }
    let theirs = try viewshed(blocks)
    let ours = try visible(blocks, &sample)
    var (compared, different, doubtful) = (0, 0, 0)
    for row in 2..<Self.side - 2 {
      for column in 2..<Self.side - 2 {
        let place = row * Self.side + column
        guard let own = ours[place] else { continue }
        compared += 1
        if own == theirs[place] { continue }
        different += 1
        // Whether one of the neighbours, here or there, is in the other state.
        let isEdge = (-2...2).contains { dy in
          (-2...2).contains { dx in
            let near = place + dy * Self.side + dx
            return theirs[near] == own || ours[near] == theirs[place]
          }
        }
        if !isEdge { doubtful += 1 }
      }
    }
    #expect(compared > 100_000)
    let share = Double(different) / Double(compared)
    #expect(share < 0.02, "seed \(seed): \(different) of \(compared) differ")
    #expect(doubtful == 0, "seed \(seed): \(doubtful) of \(different) are no edges")
  }

  /// By gdal_viewshed: whether each cell is in sight.
  private func viewshed(_ blocks: [Block]) throws -> [Bool] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let corner = -Double(Self.side) / 2 * Self.cell
    var grid =
      "ncols \(Self.side)\nnrows \(Self.side)\nxllcorner \(corner)\nyllcorner \(corner)\n"
      + "cellsize \(Self.cell)\nNODATA_value -9999\n"
    for row in 0..<Self.side {
      let heights = (0..<Self.side).map { column in
        let (x, y) = Self.middle(row, column)
        return blocks.filter { $0.contains(x, y) }.map(\.height).max() ?? 0
      }
      grid += heights.map { String($0) }.joined(separator: " ") + "\n"
    }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    try Data(grid.utf8).write(to: URL(filePath: path("town.asc")))
    try run(
      Self.program,
      [
        "-q", "-md", "1000", "-ox", "0.25", "-oy", "0.25", "-oz", String(Self.eyeHeight), "-tz",
        String(Self.targetHeight), "-cc", "0", "-vv", "1", "-iv", "0", "-ov", "0",
        path("town.asc"), path("seen.tif"),
      ])
    try run(
      "/usr/bin/gdal_translate", ["-q", "-of", "AAIGrid", path("seen.tif"), path("seen.asc")])
    let text = try String(contentsOfFile: path("seen.asc"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.first == " " || $0.first?.isNumber == true }
      .flatMap { $0.split(separator: " ").map { $0 == "1" } }
  }

  /// By the engine; nil for cells inside of blocks.
  private func visible(_ blocks: [Block], _ sample: inout SampleView) throws -> [Bool?] {
    let buildings = try blocks.map { block in
      try Building(
        validating: [
          [
            sample.position(block.west, block.south), sample.position(block.east, block.south),
            sample.position(block.east, block.north), sample.position(block.west, block.north),
          ]
        ], top: sample.ground + block.height)
    }
    let walls = try Walls(buildings)
    let camera = try Camera(
      validating: GeoPose(
        position: sample.position(0.25, 0.25), height: sample.ground + Self.eyeHeight),
      fieldOfView: .init(horizontal: 60, vertical: 60), viewport: .init(width: 10, height: 10))
    let eye = Eye(camera)
    var skyline = Skyline()
    skyline.reset(grace: 0)
    skyline.ask(.zero, radius: 200)
    skyline.build(walls, from: eye, own: [])
    return (0..<Self.side * Self.side).map { place in
      let (x, y) = Self.middle(place / Self.side, place % Self.side)
      if blocks.contains(where: { $0.contains(x, y) }) { return nil }
      return !skyline.hides(
        Vector3(x: x - 0.25, y: y - 0.25, z: Self.targetHeight - Self.eyeHeight))
    }
  }
}
