import Base
import GeoFormats
import Geodesy
import Realms

extension TourSummary {
  /// Writes the line as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.id(id)
      json.key("state")
      json.string(state.rawValue)
      json.key("organization")
      json.id(organization)
      json.key("organizationName")
      json.string(organizationName)
      json.key("name")
      json.string(name)
      json.key("description")
      json.string(description)
      if let place {
        json.key("place")
        json.string(place)
      }
      json.key("price")
      json.string(price.description)
      json.key("currency")
      json.string(currency.rawValue)
      json.key("languages")
      json.array { json in
        for language in languages { json.string(language) }
      }
      json.key("distance")
      json.number(distance, decimals: 1)
      json.key("duration")
      json.integer(duration)
      json.key("stopCount")
      json.integer(stopCount)
      json.key("start")
      json.position(start)
      if let distanceToStart {
        json.key("distanceToStart")
        json.number(distanceToStart, decimals: 1)
      }
      json.key("hasDraft")
      json.bool(hasDraft)
      json.key("version")
      json.integer(version)
    }
  }
}

extension TourList {
  /// Writes the members `items`, `next` and, for grouped lists, `groups` into an open object.
  public func writeMembers(to json: inout JSONWriter) {
    json.key("items")
    json.array { json in
      for item in page.items { item.write(to: &json) }
    }
    if let next = page.next {
      json.key("next")
      json.string(next.token)
    }
    guard let groups else { return }
    json.key("groups")
    json.array { json in
      for group in groups {
        json.object { json in
          json.key("name")
          json.string(group.name)
          if let organization = group.organization {
            json.key("organization")
            json.id(organization)
          }
          json.key("tours")
          json.array { json in
            for tour in group.tours { json.id(tour) }
          }
        }
      }
    }
  }
}
