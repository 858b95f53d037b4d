import Base
import GeoFormats
import Geodesy
import Realms

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
      json.key("type")
      json.string("FeatureCollection" as StaticString)
      json.key("wayside")
      json.object { json in writeHead(to: &json) }
      json.key("features")
      json.array { json in
        if let area = content.area ?? computedArea {
          json.object { json in
            json.key("type")
            json.string("Feature" as StaticString)
            json.key("properties")
            json.object { json in
              json.key("role")
              json.string("area" as StaticString)
              if content.area == nil {
                json.key("computed")
                json.bool(true)
              }
            }
            json.key("geometry")
            json.area(area)
          }
        }
        json.object { json in
          json.key("type")
          json.string("Feature" as StaticString)
          json.key("properties")
          json.object { json in
            json.key("role")
            json.string("route" as StaticString)
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
    json.key("format")
    json.string(Self.formatName)
    json.key("version")
    json.integer(Self.formatVersion)
    json.key("name")
    json.string(content.name)
    json.key("description")
    json.string(content.description)
    if let place = content.place {
      json.key("place")
      json.string(place)
    }
    json.key("languages")
    json.array { json in
      for language in content.languages { json.string(language) }
    }
    json.key("price")
    json.string(content.price.description)
    if let currency {
      json.key("currency")
      json.string(currency.rawValue)
    }
    if let minutes = content.durationMinutes {
      json.key("durationMinutes")
      json.integer(minutes)
    }
    json.key("links")
    TourLink.write(content.links, to: &json)
    if let organization {
      json.key("organization")
      json.string(organization)
    }
  }

  private func writeStop(_ i: Int, to json: inout JSONWriter) {
    let stop = content.stops[i]
    json.object { json in
      json.key("type")
      json.string("Feature" as StaticString)
      json.key("geometry")
      json.geometry(.point(stop.position), heights: [stop.height])
      json.key("properties")
      json.object { json in
        json.key("role")
        json.string("stop" as StaticString)
        json.key("order")
        json.integer(i + 1)
        json.key("title")
        stop.title.write(to: &json)
        json.key("text")
        stop.text.write(to: &json)
        json.key("kind")
        json.string(stop.kind.rawValue)
        json.key("objects")
        json.array { json in
          for name in objects[i] { json.string(name) }
        }
        json.key("narration")
        json.object { json in
          json.key("kind")
          json.string((recordings[i] == nil ? Narration.Word.speech : .recording).rawValue)
          if let recording = recordings[i] {
            json.key("media")
            json.string(recording)
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
