import Base
import HTTPServing
import Testing

/// Making tours, and going on them.
extension APIFixture {
  private func listed(_ person: Person, _ query: String = "") throws -> [String] {
    try call(.get, "/v1/tours" + query, as: person).items.compactMap { $0["id"]?.string }
  }

  func tellOfTourMaking() throws {
    let (guide, visitor) = (try guide(), try person())
    let tour = try draft(by: guide)
    let path = "/v1/tours/\(tour)"
    #expect(try listed(visitor).isEmpty && listed(guide, "?own=true") == [tour])
    #expect(try call(.get, path, as: visitor).status == 404, "a draft is its organization's")
    let made = try call(.get, path, as: guide)
    #expect(made.json["state"]?.string == "draft" && made.json["name"]?.string == "A short walk")
    let edited = try call(
      .patch, path, as: guide, ["name": "A long walk"], headers: [made.tag()])
    #expect(edited.status == 200, "\(edited.text)")
    #expect(try call(.get, path, as: guide).json["name"]?.string == "A long walk")
    let check = try call(.post, path + "/checks", as: guide, ["noise": 3, "seed": 7])
    #expect(check.status == 200 && check.json["walk"]?["stops"]?.array?.count == 3)
    #expect(check.json["walk"]?["seed"]?.integer == 7)
    #expect(try call(.post, path + "/publication", as: guide).status == 200)
    #expect(try listed(visitor) == [tour])
    #expect(try call(.get, path, as: visitor).json["name"]?.string == "A long walk")
    // Changes wait until they are published, or are thrown away.
    let tag = try call(.get, path, as: guide).tag()
    let changed = try call(.patch, path, as: guide, ["name": "Another"], headers: [tag])
    #expect(changed.status == 200)
    #expect(try call(.get, path, as: visitor).json["name"]?.string == "A long walk")
    let revisions = try call(.get, path + "/revisions", as: guide).items
    #expect(revisions.map { $0["use"]?.string } == ["draft", "current"])
    #expect(revisions.map { $0["number"]?.integer } == [2, 1])
    let former = try #require(revisions.last?["id"]?.string)
    let then = try call(.get, path + "/revisions/\(former)", as: guide)
    #expect(then.json["name"]?.string == "A long walk" && then.json["id"]?.string == tour)
    let dropped = try call(
      .delete, path, as: guide, headers: [call(.get, path, as: guide).tag()])
    #expect(dropped.status == 204, "\(dropped.text)")
    #expect(try call(.get, path, as: guide).json["name"]?.string == "A long walk")
    #expect(try call(.delete, path + "/publication", as: guide).status == 204)
    #expect(try listed(visitor).isEmpty)
    #expect(try call(.get, path, as: visitor).status == 404)
    // A draft that was never published goes altogether.
    let second = try draft(by: guide, Self.tourBody(name: "Never"))
    let gone = try call(
      .delete, "/v1/tours/\(second)", as: guide,
      headers: [call(.get, "/v1/tours/\(second)", as: guide).tag()])
    #expect(gone.status == 204, "\(gone.text)")
    #expect(try call(.get, "/v1/tours/\(second)", as: guide).status == 404)
    #expect(try listed(guide, "?own=true") == [tour])
  }

  func tellOfTourFiles() throws {
    let guide = try guide()
    let tour = try publishedTour(by: guide)
    let path = "/v1/tours/\(tour)/"
    let starts = [
      "export.geojson": "{", "export.gpx": "<?xml", "export.kml": "<?xml", "bundle.zip": "PK",
      "qr.svg": "<", "qr.png": "\u{89}PNG",
    ]
    for (name, start) in starts {
      let file = try call(.get, path + name, as: guide)
      #expect(file.status == 200, "\(name): \(file.text)")
      let bytes = start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      #expect(Array(file.bytes.prefix(bytes.count)) == bytes, "\(name)")
    }
    let bundle = try call(.get, path + "bundle.zip", as: guide)
    let copy = try call(
      .post, "/v1/tours/import", as: guide, bytes: bundle.bytes, type: "application/zip")
    #expect(copy.status == 201, "\(copy.text)")
    let id = try copy.require("id")
    let read = try call(.get, "/v1/tours/\(id)", as: guide).json
    #expect(read["name"]?.string == "A short walk" && read["stops"]?.array?.count == 3)
    // A recording of its first stop, heard and taken away.
    let stop = try #require(read["stops"]?[0]?["id"]?.string)
    func tag() throws -> (String, String) {
      try call(.get, "/v1/tours/\(id)", as: guide).tag()
    }
    func narration() throws -> String? {
      try call(.get, "/v1/tours/\(id)", as: guide).json["stops"]?[0]?["narration"]?["kind"]?.string
    }
    var place = "/v1/tours/\(id)/stops/\(stop)/recording"
    #expect(try narration() == "speech")
    let put = try call(
      .put, place, as: guide, bytes: RecordingTests.sound(), type: "audio/wav", headers: [tag()])
    #expect(put.status == 200, "\(put.text)")
    #expect(try narration() == "recording")
    let now = try #require(put.json["stops"]?[0]?["id"]?.string)
    place = "/v1/tours/\(id)/stops/\(now)/recording"
    let heard = try call(.get, place, as: guide)
    #expect(heard.status == 200 && heard.bytes.count > 8000)
    #expect(try call(.delete, place, as: guide, headers: [tag()]).status == 200)
    #expect(try narration() == "speech")
    #expect(try call(.get, place, as: guide).status == 404)
  }

  func tellOfTouring() throws {
    let (guide, walker) = (try guide(), try walker())
    let tour = try publishedTour(by: guide, Self.tourBody(price: "4.50"))
    #expect(try call(.post, "/v1/tours/\(tour)/runs", as: walker).slug == "tour-not-paid")
    let bought = try call(.post, "/v1/tours/\(tour)/purchase", as: walker)
    #expect(bought.status == 201, "\(bought.text)")
    let purchases = try call(.get, "/v1/purchases", as: walker).items
    #expect(purchases.map { $0["subject"]?.string } == [tour])
    #expect(purchases.first?["amount"]?.integer == 450)
    let run = try call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    let numbers = try call(.get, "/v1/tours/\(tour)/statistics", as: guide).json
    #expect(numbers["started"]?["fewerThan"]?.integer == 5 && numbers["started"]?["count"] == nil)
    #expect(numbers["stops"]?.array?.count == 3)
    let path = "/v1/runs/\(run)"
    #expect(
      try call(.get, "/v1/runs", as: walker).items.map { $0["id"]?.string } == [run])
    #expect(try call(.get, path, as: walker).json["reached"]?.integer == 0)
    let arrived = try walk(run, as: walker, to: Self.stops[0])
    #expect(arrived.json["arrived"]?.array?.count == 1, "\(arrived.text)")
    #expect(try call(.get, path, as: walker).json["reached"]?.integer == 1)
    let paused = try call(.post, path + "/pause", as: walker)
    #expect(paused.json["state"]?.string == "paused", "\(paused.text)")
    #expect(paused.json["keptUntil"]?.string != nil && paused.json["trial"]?.bool == false)
    let open = try call(.get, "/v1/runs?open=true", as: walker).items
    #expect(open.map { $0["id"]?.string } == [run] && open.first?["reached"]?.integer == 1)
    #expect(try walk(run, as: walker, to: Self.stops[1]).slug == "run-paused")
    #expect(try call(.post, "/v1/tours/\(tour)/runs", as: walker).status == 200)
    let told = try call(
      .put, path + "/feedback", as: walker, ["stars": 5, "text": "Worth the climb."])
    #expect(told.status == 200 && told.json["stars"]?.integer == 5, "\(told.text)")
    let read = try call(.get, "/v1/tours/\(tour)/feedback", as: guide).items
    #expect(read.map { $0["text"]?.string } == ["Worth the climb."])
    let report = try call(
      .post, "/v1/reports", as: guide,
      [
        "subject": ["kind": "feedback", "id": .text(told.require("id"))], "reason": "offensive",
      ])
    #expect(report.status == 201, "\(report.text)")
    #expect(
      try call(.get, "/v1/tours/\(tour)/statistics", as: guide)
        .json["stars"]?["fewerThan"]?.integer == 5)
    #expect(try call(.delete, path, as: walker).status == 204)
    #expect(try call(.get, path, as: walker).json["state"]?.string == "left")
    #expect(try walk(run, as: walker, to: Self.stops[1]).slug == "run-ended")
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let tour: [(Set<Principal>, String)] = [
    (
      visitors,
      """
      listTours getTour getTourQRCodeSVG getTourQRCodePNG exportTourGeoJSON exportTourGPX \
      exportTourKML exportTourBundle getStopRecording
      """
    ),
    (users, "listPurchases"),
    (
      generalUsers,
      "buyTour startRun listRuns getRun sendRunPositions pauseRun leaveRun tellOrganization"
    ),
    (
      organizationUsers,
      """
      createTour editTour deleteTour publishTour checkTour retireTour importTour \
      listTourRevisions getTourRevision getTourStatistics \
      listTourFeedback \
      putStopRecording deleteStopRecording
      """
    ),
  ]
}
