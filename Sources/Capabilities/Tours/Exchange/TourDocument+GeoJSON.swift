import Access
import Base
import GeoFormats
import Geodesy
import Groups

extension TourDocument {
  /// The format's name and version, in the foreign member `wayside`.
  static let formatName = "wayside-tour"
  static let formatVersion = 1

  /// The tour as an RFC 7946 FeatureCollection: the foreign member `wayside` with the head, then
  /// features of role `area`, `route` and `stop`.
  ///
  /// - Parameter computedArea: what to show for a tour whose editors have drawn no area; marked as
  ///   computed, so that reading it leaves the area to be computed again.
  func geoJSON(computedArea: MultiPolygon?) -> [UInt8] {
    var json = JSONWriter(capacity: 8192)
    json.object { json in
      json.member("type", "FeatureCollection" as StaticString)
      json.object("wayside") { json in writeHead(to: &json) }
      json.array("features") { json in
        if let area = content.area ?? computedArea {
          json.object { json in
            json.member("type", "Feature" as StaticString)
            json.object("properties") { json in
              json.member("role", "area" as StaticString)
              if content.area == nil {
                json.member("computed", true)
              }
            }
            json.key("geometry")
            json.area(area)
          }
        }
        json.object { json in
          json.member("type", "Feature" as StaticString)
          json.object("properties") { json in
            json.member("role", "route" as StaticString)
          }
          json.key("geometry")
          json.geometry(.line(content.route))
        }
        for i in content.stops.indices { writeStop(i, to: &json) }
      }
    }
    return json.bytes
  }

  private func writeHead(to json: inout JSONWriter) {
    json.member("format", Self.formatName)
    json.member("version", Self.formatVersion)
    json.member("name", content.name)
    json.member("description", content.description)
    if content.names.entries.count > 1 {
      json.key("names")
      content.names.write(to: &json)
    }
    if content.descriptions.entries.count > 1 {
      json.key("descriptions")
      content.descriptions.write(to: &json)
    }
    json.member("place", content.place)
    json.array("languages") { json in
      for language in content.languages { json.string(language) }
    }
    json.member("price", content.price.description)
    if let currency {
      json.member("currency", currency.rawValue)
    }
    json.member("durationMinutes", content.durationMinutes)
    json.member("wheelchair", content.wheelchair?.rawValue)
    json.key("links")
    TourLink.write(content.links, to: &json)
    json.member("organization", organization)
    json.member("picture", cover)
  }

  private func writeStop(_ i: Int, to json: inout JSONWriter) {
    let stop = content.stops[i]
    json.object { json in
      json.member("type", "Feature" as StaticString)
      json.key("geometry")
      json.geometry(.point(stop.position), heights: [stop.height])
      json.object("properties") { json in
        json.member("role", "stop" as StaticString)
        json.member("order", i + 1)
        json.key("title")
        stop.title.write(to: &json)
        if !stop.text.entries.isEmpty {
          json.key("text")
          stop.text.write(to: &json)
        }
        json.member("kind", stop.kind.rawValue)
        json.array("objects") { json in
          for name in objects[i] { json.string(name) }
        }
        if !pictures[i].isEmpty {
          json.array("pictures") { json in
            for name in pictures[i] { json.string(name) }
          }
        }
        json.object("narration") { json in
          let first = recordings[i].first { $0.language == content.defaultLanguage }
          json.member("kind", (first == nil ? Narration.Word.speech : .recording).rawValue)
          json.member("media", first?.name)
        }
        if recordings[i].contains(where: { $0.language != content.defaultLanguage }) {
          json.object("narrations") { json in
            for sound in recordings[i] {
              json.key(sound.language)
              json.object { json in
                json.member("kind", Narration.Word.recording.rawValue)
                json.member("media", sound.name)
              }
            }
          }
        }
        if let trigger = stop.trigger {
          json.key("trigger")
          trigger.write(to: &json)
        }
      }
    }
  }
}
