import Geodesy
import Testing

@testable import Places

@Suite struct TypedPositionTests {
  @Test(
    "positions are read as people write them",
    arguments: [
      ("47.139, 9.522", 47.139, 9.522), ("47.139 9.522", 47.139, 9.522),
      ("-33.86,151.21", -33.86, 151.21), ("N 47.139 E 9.522", 47.139, 9.522),
      ("9.522E 47.139N", 47.139, 9.522), ("47°08'24\"N 9°31'12\"E", 47.14, 9.52),
      ("47 8.4 N, 9 31.2 E", 47.14, 9.52), ("33°51′36″S 151°12′36″E", -33.86, 151.21),
      ("47 8 24 9 31 12", 47.14, 9.52), ("51 30 36, -0 7 39", 51.51, -0.1275),
    ])
  func read(text: String, lat: Double, lon: Double) throws {
    let position = try #require(TypedPosition.read(text))
    #expect(abs(position.lat - lat) < 1e-9 && abs(position.lon - lon) < 1e-9)
  }

  @Test(
    "what is no position is none",
    arguments: [
      "", "47", "47.1", "95, 10", "10, 190", "Hauptstr 12", "12 34 Street", "47,9,5", "N 47 N 9",
      "47°70'N 9°E", "--5, 3", "1e5, 3", ", ,", "N E", "47.139.2, 9",
    ])
  func refused(text: String) {
    #expect(TypedPosition.read(text) == nil)
  }

  @Test("plus codes are read whole, and short ones near a position")
  func plusCodes() throws {
    let merlion = try #require(OpenLocationCode.position(of: "6PH57VP3+PR"))
    #expect(abs(merlion.lat - 1.286_81) < 1e-4 && abs(merlion.lon - 103.854_56) < 1e-4)
    #expect(OpenLocationCode.code(of: merlion) == "6PH57VP3+PR")
    let near = try #require(
      OpenLocationCode.position(of: "7VP3+PR", near: LonLat(lon: 103.9, lat: 1.3)))
    #expect(abs(near.lat - merlion.lat) < 1e-9 && abs(near.lon - merlion.lon) < 1e-9)
    for text in ["", "+", "7VP3PR", "7VP3+P", "AAAA+AA", "6PH57VP3+PR+", "00000000+"] {
      #expect(!OpenLocationCode.isCode(text), "\(text)")
    }
  }

  @Test("a typed position is the only answer")
  func search() throws {
    let index = try SampleTown.index()
    let found = PlaceSearch.search(
      PlaceQuery("0.001, 10.002", near: LonLat(lon: 10.002, lat: 0)), in: [index])
    #expect(found.map(\.kind) == [.coordinates])
    #expect(abs((found.first?.distance ?? 0) - 110.57) < 0.1)
    let code = OpenLocationCode.code(of: LonLat(lon: 10.002, lat: 0.001))
    let short = String(code.dropFirst(4))
    let byTown = PlaceSearch.search(PlaceQuery("\(short) Königsbrück"), in: [index])
    #expect(abs((byTown.first?.position.lon ?? 0) - 10.002) < 2e-4)
  }
}
