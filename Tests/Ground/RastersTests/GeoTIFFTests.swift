import Base
import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Rasters

@Suite struct GeoTIFFTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ writer: GeoTIFFWriter) throws -> GeoTIFF {
    let path = folder.file("heights.tif")
    try Data(writer.bytes).write(to: URL(filePath: path))
    return try GeoTIFF(path: path)
  }

  /// Three by two samples, a tenth of a degree apart, from 10.1 east and 1.9 north.
  private var small: GeoTIFFWriter {
    var writer = GeoTIFFWriter(columns: 3, heights: [10, 20, 30, 40, -9999, 60])
    (writer.west, writer.north, writer.step, writer.noData) = (10.1, 1.9, 0.1, "-9999")
    return writer
  }

  @Test("samples lie where the file says, as points or as cells; between them it is interpolated")
  func place() throws {
    let points = try read(small)
    #expect(points.columns == 3 && points.rows == 2)
    #expect(points.height(at: LonLat(lon: 10.1, lat: 1.9)) == 10)
    #expect(abs((points.height(at: LonLat(lon: 10.15, lat: 1.9)) ?? 0) - 15) < 1e-6)
    #expect(abs((points.height(at: LonLat(lon: 10.1, lat: 1.85)) ?? 0) - 25) < 1e-6)
    #expect(points.height(at: LonLat(lon: 10.2, lat: 1.8)) == nil, "not known")
    // Beside what is not known, what is known counts.
    #expect(abs((points.height(at: LonLat(lon: 10.2, lat: 1.85)) ?? 0) - 20) < 1e-6)
    #expect(points.height(at: LonLat(lon: 10.0, lat: 1.9)) == nil)
    #expect(points.height(at: LonLat(lon: 10.1, lat: 2.0)) == nil)
    #expect(points.corners.map(\.south) == [1] && points.corners.map(\.west) == [10])
    // Tied at another sample than the first one.
    var tied = small
    (tied.tie, tied.west, tied.north) = ((2, 1), 10.3, 1.8)
    let same = try read(tied)
    for p in [LonLat(lon: 10.15, lat: 1.89), LonLat(lon: 10.12, lat: 1.85)] {
      let (one, other) = (try #require(points.height(at: p)), try #require(same.height(at: p)))
      #expect(abs(one - other) < 1e-3)
    }
    var writer = small
    writer.arePoints = false
    let cells = try read(writer)
    #expect(abs((cells.height(at: LonLat(lon: 10.15, lat: 1.85)) ?? 0) - 10) < 1e-6)
    #expect(cells.height(at: LonLat(lon: 10.11, lat: 1.89)) == 10, "within the first cell")
    writer.west = 9.9
    #expect(try read(writer).corners.map(\.west) == [9, 10])
  }

  @Test("other coordinate systems, bands, units and damage are refused, with what to do")
  func refusals() throws {
    func reason(_ change: (inout GeoTIFFWriter) -> Void) -> String {
      var writer = small
      change(&writer)
      do {
        _ = try read(writer)
        return ""
      } catch {
        return String(describing: error)
      }
    }
    let utm = reason { $0.keys = [(1024, 1), (3072, 25_832)] }
    #expect(utm.contains("EPSG:25832") && utm.contains("gdalwarp -t_srs EPSG:4326"))
    #expect(reason { $0.keys = [(1024, 2), (2048, 4258)] }.contains("EPSG:4258"))
    #expect(reason { $0.keys = [] }.contains("no coordinate system"))
    #expect(reason { $0.keys.append((4099, 9002)) }.contains("EPSG:9002"))
    #expect(reason { $0.bands = 3 }.contains("several bands"))
    #expect(reason { $0.step = 0 }.contains("tie point"))
    #expect(reason { $0.west = 200 }.contains("outside"))
    #expect(reason { $0.columns = 0 }.isEmpty == false)
    let whole = small.bytes
    let path = folder.file("cut.tif")
    for length in [0, 4, 8, 20, whole.count / 2, whole.count - 30] {
      try Data(whole.prefix(length)).write(to: URL(filePath: path))
      #expect(throws: Refusal.self) { try GeoTIFF(path: path) }
    }
    #expect(throws: Refusal.self) { try GeoTIFF(path: folder.file("absent.tif")) }
  }
}
