import Access
import Base
import HTTPServing
import QRCodes
import Tours

/// Tours as files, and the code at a tour's start.
struct ExchangeEndpoints {
  let exchange: TourExchange
  let tours: TourService
  let files: any MediaContent
  let publicAddress: String

  /// Largest file that is imported.
  static let maximumImports = 50 << 20

  var operations: [Operation] { exports + codes + [importing] }

  private var exports: [Operation] {
    let formats: [(TourFormat, String, String)] = [
      (.geoJSON, "exportTourGeoJSON", "export.geojson"), (.gpx, "exportTourGPX", "export.gpx"),
      (.kml, "exportTourKML", "export.kml"), (.bundle, "exportTourBundle", "bundle.zip"),
    ]
    return formats.map { format, name, path in
      Operation(
        .get, "/v1/tours/{tour}/" + path, name, "The tour as a file.", access: .anyoneButAdmins,
        answers: [.content(format.mediaType, "The file")],
        errors: [
          "tour-not-paid", "bundle-too-large", "archive-failed", "content-gone", "content-damaged",
        ]
      ) { request in
        let file = try exchange.export(request.id("tour"), as: format, caller: request.caller)
        return HTTPResponse(200, file.bytes, type: file.mediaType)
          .with("Content-Disposition", "attachment; filename=\"\(file.name)\"")
      }
    }
  }

  private var codes: [Operation] {
    [
      Operation(
        .get, "/v1/tours/{tour}/qr.svg", "getTourQRCodeSVG",
        "The QR code of the tour's web address.", access: .anyoneButAdmins,
        answers: [.content(ContentType.svg, "The code")], errors: ["no-code"]
      ) { request in
        let (code, name) = try code(request)
        return HTTPResponse(200, Array(code.svg(title: name).utf8), type: ContentType.svg)
      },
      Operation(
        .get, "/v1/tours/{tour}/qr.png", "getTourQRCodePNG",
        "The QR code of the tour's web address.", access: .anyoneButAdmins,
        answers: [.content(ContentType.png, "The code")], errors: ["no-code"]
      ) { request in
        guard let png = try code(request).code.png() else {
          throw Refusal(.fault, "no-code", "The code could not be drawn.")
        }
        return HTTPResponse(200, png, type: ContentType.png)
      },
    ]
  }

  /// The code of a tour that the caller sees, and the tour's name.
  private func code(_ request: AuthorizedRequest) throws -> (code: QRCode, name: String) {
    let details = try tours.details(request.id("tour"), caller: request.caller)
    guard let code = QRCode(tour: details.tour.id, publicAddress: publicAddress) else {
      throw Refusal(.fault, "no-code", "The web address is too long for a code.")
    }
    return (code, details.revision.content.name)
  }

  private var importing: Operation {
    Operation(
      .post, "/v1/tours/import", "importTour",
      "Makes a draft from a GeoJSON, GPX, KML or bundle file; its content tells which.",
      access: .organization, budget: .upload,
      body: .file(
        types: TourFormat.allCases.map(\.mediaType) + [ContentType.binary, ContentType.json],
        limit: Self.maximumImports),
      answers: [.json(201, "The draft, and notes on what was left out", .named("ImportedTour"))],
      errors: [
        "role-too-low", "no-organization", "not-your-organization", "tour-format", "bundle-content",
        "object-quota",
        "daily-quota", "recording-quota", "media-busy", "invalid-content", "invalid-json",
      ]
        + ErrorCatalogue.family(
          "glb-", "image-", "audio-", "media-playlist", "geojson-", "xml-", "track-", "gpx-",
          "kml-", "zip-"),
      creates: .of("tour") { id, request in
        let details = try tours.details(
          id, caller: request.caller, languages: [], withWarnings: true)
        return created(
          TourImport(details: details, notes: ["The notes of this import were lost."]), request)
      }
    ) { request in
      let bytes = try files.received(request.http.body)
      let imported = try exchange.importTour(bytes, caller: request.caller)
      return created(imported, request)
    }
  }

  private func created(_ imported: TourImport, _ request: AuthorizedRequest) -> HTTPResponse {
    let tour = imported.details.tour
    return request.created("/v1/tours/\(tour.id)", version: tour.version) { json in
      imported.write(to: &json)
    }
  }
}

extension TourImport {
  /// Writes the draft with the member `notes` in front.
  fileprivate func write(to json: inout JSONWriter) {
    var draft = JSONWriter(capacity: 4096)
    details.write(to: &draft)
    json.object { json in
      json.array("notes") { json in
        for note in notes { json.string(note) }
      }
      json.encodedMembers(draft.bytes.dropFirst().dropLast())
    }
  }
}
