import Access
import Archives
import Base
import Cryptography
import Geodata
import Geodesy
import HTTPServing
import SpatialCatalog

/// The map: vector tiles of what was imported, with the published tours upon it.
///
/// Nothing of it depends on who asks, so that tiles may be kept by anyone.
struct MapEndpoints {
  let tiles: TileMaker
  let library: GeodataLibrary
  let catalog: SpatialCatalog
  let publicAddress: String
  let sprites: MapSprites
  private let packed = PackedTiles()

  init(
    tiles: TileMaker, library: GeodataLibrary, catalog: SpatialCatalog, publicAddress: String,
    sprites: MapSprites
  ) {
    self.tiles = tiles
    self.library = library
    self.catalog = catalog
    self.publicAddress = publicAddress
    self.sprites = sprites
  }

  static let attribution =
    "<a href=\"https://www.openstreetmap.org/copyright\">© OpenStreetMap contributors</a>"
  static let contentType = "application/vnd.mapbox-vector-tile"
  /// Tours are on the map from here on.
  private static let firstTourZoom = 6

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/map/{z}/{x}/{tile}", "getMapTile",
        """
        A vector tile (Mapbox Vector Tile 2.1): zoom level, column, and row with the ending .mvt. \
        Without content where nothing is imported.
        """, access: .anyRole, budget: .map,
        answers: [.content(Self.contentType, "The tile")]
      ) { request in try tile(request) },
      Operation(
        .get, "/v1/map/tiles.json", "getMapDescription",
        "What the vector tiles hold, and where (TileJSON 3.0).", access: .anyRole, budget: .map,
        answers: [.json(200, "The description", .named("TileDescription"))]
      ) { request in description(request) },
      Operation(
        .get, "/v1/map/style.json", "getMapStyle",
        "How the map is drawn: a style for MapLibre, without glyphs. Without sprite if the server has no icons.",
        access: .anyRole, budget: .map,
        query: [
          QueryParameter(
            "theme", .choice(MapPalette.Theme.allCases.map(\.rawValue)), "light by default."),
          QueryParameter(
            "language", .choice(MapEndpoints.languages),
            "In which names are shown where they are known; as on the spot by default."),
        ],
        answers: [.content(ContentType.json, "The style")]
      ) { request in style(request) },
      Operation(
        .get, "/v1/map/sprites/{file}", "getMapSprite",
        """
        The icons that the style names, as MapLibre asks for them: a sheet as `light.png` or \
        `dark.png`, where on it each icon lies as `light.json`, both also for dense screens as \
        `light@2x.png`.
        """, access: .anyRole, budget: .map,
        answers: [
          .content(ContentType.json, "Where the icons lie"),
          .content(ContentType.png, "The sheet"),
        ]
      ) { request in try sprite(request) },
    ]
  }

  /// The languages that tiles hold names in.
  private static let languages = TileMaker.languages

  private func style(_ request: AuthorizedRequest) -> HTTPResponse {
    let theme = request.query.text("theme").flatMap(MapPalette.Theme.init) ?? .light
    let sprite = publicAddress + "/v1/map/sprites/" + theme.rawValue
    let bytes = MapStyle.document(
      theme, tiles: publicAddress + "/v1/map/tiles.json",
      sprite: sprites.have(theme) ? sprite : nil, language: request.query.text("language"))
    return MapEndpoints.answer(request, bytes, type: ContentType.json, seconds: 300) {
      Gzip.compress(bytes)
    }
  }

  private func sprite(_ request: AuthorizedRequest) throws -> HTTPResponse {
    let name = request.path["file"]
    guard let bytes = sprites.file(name) else { throw Refusal.notFound("sprite") }
    let isPicture = name.hasSuffix(".png")
    return MapEndpoints.answer(
      request, bytes, type: isPicture ? ContentType.png : ContentType.json, seconds: 3600
    ) { isPicture ? nil : Gzip.compress(bytes) }
  }

  /// An answer with its ETag, compressed where its reader understands that; 304 if it has it.
  private static func answer(
    _ request: AuthorizedRequest, _ bytes: [UInt8], type: String, seconds: Int,
    compressed: () -> [UInt8]?
  ) -> HTTPResponse {
    let packed = AcceptedCoding.allowsGzip(request.http.headers) ? compressed() : nil
    let hash = SHA256.hash(bytes).hexadecimal.prefix(24)
    // Each form of it has its own tag (RFC 9110, 8.8.3.3).
    let tag = EntityTag(packed == nil ? String(hash) : hash + "-gzip")
    var response =
      Preconditions.read(request.http.headers, current: tag) == .notModified
      ? HTTPResponse(304) : HTTPResponse(200, packed ?? bytes, type: type)
    if packed != nil, response.status == 200 { response.headers.append("Content-Encoding", "gzip") }
    response.headers.append("ETag", tag.description)
    response.headers.append("Vary", "Accept-Encoding")
    response.headers.append("Cache-Control", "public, max-age=\(seconds)")
    return response
  }

  private func tile(_ request: AuthorizedRequest) throws -> HTTPResponse {
    guard let zoom = MapEndpoints.number(request.path["z"]),
      let column = MapEndpoints.number(request.path["x"]),
      request.path["tile"].hasSuffix(".mvt"),
      let row = MapEndpoints.number(String(request.path["tile"].dropLast(4))),
      let address = TileAddress(zoom: zoom, column: column, row: row)
    else { throw Refusal.notFound("tile") }
    let bytes = tiles.tile(address, overlay: "tours", tours(address))
    return MapEndpoints.answer(request, bytes, type: MapEndpoints.contentType, seconds: 60) {
      bytes.isEmpty ? nil : packed.bytes(of: bytes, for: address)
    }
  }

  /// Plain digits only, without leading zeros: a tile has one address.
  private static func number(_ text: String) -> Int? {
    guard (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      text == "0" || !text.hasPrefix("0")
    else { return nil }
    return Int(text)
  }

  /// Routes, starts and stops of the published tours, which everyone may see.
  private func tours(_ address: TileAddress) -> [TileMaker.Overlay] {
    guard address.zoom >= MapEndpoints.firstTourZoom else { return [] }
    let bounds = address.bounds(buffer: 0.02)
    var layers = [("route", "tour-routes"), ("start", "tour-starts")]
    if address.zoom >= 13 { layers.append(("stop", "tour-stops")) }
    return layers.flatMap { part, layer in
      catalog.shapes(layer).current.touching(bounds, realms: [SubRealmID.publicRealm])
        .sorted { $0.part.key < $1.part.key }
        .map { hit in
          TileMaker.Overlay(
            geometry: hit.part.geometry,
            attributes: [("part", part), ("tour", hit.entry.description)])
        }
    }
  }

  private func description(_ request: AuthorizedRequest) -> HTTPResponse {
    let maps = library.current.maps
    return request.json { json in
      json.object { json in
        json.member("tilejson", "3.0.0")
        json.member("name", "Wayside")
        json.array("tiles") { $0.string(publicAddress + "/v1/map/{z}/{x}/{y}.mvt") }
        json.member("scheme", "xyz")
        json.member("attribution", MapEndpoints.attribution)
        json.member("minzoom", 0)
        json.member("maxzoom", TileAddress.deepest)
        if let bounds = MapEndpoints.bounds(maps.map(\.bounds)) {
          json.array("bounds") { json in
            for degree in [bounds.west, bounds.south, bounds.east, bounds.north] {
              json.number(degree, decimals: 6)
            }
          }
        }
        json.array("vector_layers") { json in
          for layer in TileMaker.layers { json.layer(layer.name, layer.fields) }
          json.layer("tours", [("part", "String"), ("tour", "String")])
        }
        // What the tiles are made of, and how old it is.
        json.array("maps") { json in
          for map in maps {
            json.object { json in
              json.member("name", map.name)
              json.member("imported", map.imported)
            }
          }
        }
      }
    }
  }

  /// The box around all boxes.
  private static func bounds(_ all: [Bounds]) -> Bounds? {
    guard let first = all.first else { return nil }
    return all.dropFirst().reduce(first) { a, b in
      Bounds(
        west: min(a.west, b.west), south: min(a.south, b.south), east: max(a.east, b.east),
        north: max(a.north, b.north))
    }
  }
}

extension JSONWriter {
  fileprivate mutating func layer(_ id: String, _ fields: [(name: String, type: String)]) {
    object { json in
      json.member("id", id)
      json.object("fields") { json in
        for field in fields {
          json.key(field.name)
          json.string(field.type)
        }
      }
    }
  }
}
