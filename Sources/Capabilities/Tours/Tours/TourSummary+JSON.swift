import Access
import Base
import GeoFormats
import Geodesy
import Groups
import Media

extension TourSummary {
  /// Writes the line as one JSON object.
  ///
  /// - Parameter languages: that the reader prefers, best first.
  public func write(languages: [String] = [], to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("state", state.rawValue)
      json.member("organization", organization)
      json.member("organizationName", organizationName)
      json.member("name", names.text(in: languages))
      json.key("names")
      names.write(to: &json)
      json.member("description", descriptions.text(in: languages))
      if let stop {
        json.object("stop") { json in
          json.member("order", stop.order)
          json.member("title", stop.title.text(in: languages))
        }
      }
      json.member("picture", picture)
      if let shape {
        json.key("shape")
        json.geometry(.line(shape))
      }
      json.member("place", place)
      json.member("price", price.description)
      json.member("currency", currency.rawValue)
      json.array("languages") { json in
        for language in self.languages { json.string(language) }
      }
      json.member("wheelchair", wheelchair?.rawValue)
      json.member("distance", distance, decimals: 1)
      json.member("duration", duration)
      json.member("stopCount", stopCount)
      json.member("start", position: start)
      json.member("distanceToStart", distanceToStart, decimals: 1)
      json.member("hasDraft", hasDraft)
      json.member("version", version)
    }
  }
}

extension TourList {
  /// Writes the members `items`, `next` and, for grouped lists, `groups` into an open object.
  ///
  /// - Parameter languages: that the reader prefers, best first.
  public func writeMembers(languages: [String] = [], to json: inout JSONWriter) {
    json.array("items") { json in
      for item in page.items { item.write(languages: languages, to: &json) }
    }
    if let next = page.next {
      json.member("next", next.token)
    }
    guard let groups else { return }
    json.array("groups") { json in
      for group in groups {
        json.object { json in
          json.member("name", group.name)
          json.member("organization", group.organization)
          json.array("tours") { json in
            for tour in group.tours { json.id(tour) }
          }
        }
      }
    }
  }
}
