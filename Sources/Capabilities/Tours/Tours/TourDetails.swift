import Base
import GeoFormats
import Geodesy
import Realms

/// A tour as one caller sees it: the preview (TR-FR3), and for its editors the draft (TM-FR5).
public struct TourDetails: Sendable {
  public var tour: Tour
  public var revision: TourRevision
  public var organization: TourOrganization
  /// Whether the caller may change it.
  public var isEditor: Bool
  /// Whether the caller may have the texts of the stops: it is free, bought, or the caller's own.
  public var isUnlocked: Bool
  /// Whether the caller has bought it.
  public var isPurchased: Bool
  /// What editors should look at; nil if nobody has looked.
  public var warnings: [TourWarning]?
  /// Languages that the caller prefers, best first.
  public var languages: [String] = []
}

extension TourDetails {
  /// Writes the tour as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      writeHead(to: &json)
      writeMap(to: &json)
      json.key("stops")
      json.array { json in
        for (order, stop) in revision.content.stops.enumerated() {
          stop.write(
            order: order + 1, withTexts: isUnlocked, languages: languages, to: &json)
        }
      }
      if isEditor { writeEditing(to: &json) }
    }
  }

  private func writeHead(to json: inout JSONWriter) {
    let content = revision.content
    json.key("id")
    json.id(tour.id)
    json.key("state")
    json.string(tour.state.rawValue)
    json.key("organization")
    json.id(organization.id)
    json.key("organizationName")
    json.string(organization.name)
    json.key("name")
    json.string(content.name)
    json.key("description")
    json.string(content.description)
    if let place = content.place {
      json.key("place")
      json.string(place)
    }
    json.key("price")
    json.string(content.price.description)
    json.key("currency")
    json.string(revision.currency.rawValue)
    json.key("purchased")
    json.bool(isPurchased)
    json.key("links")
    TourLink.write(content.links, to: &json)
    json.key("languages")
    json.array { json in
      for language in content.languages { json.string(language) }
    }
    json.key("distance")
    json.number(revision.measures.distance, decimals: 1)
    json.key("duration")
    json.integer(revision.measures.duration)
    if let minutes = content.durationMinutes {
      json.key("durationMinutes")
      json.integer(minutes)
    }
    json.key("version")
    json.integer(tour.version)
    json.key("createdAt")
    json.instant(tour.createdAt)
    json.key("updatedAt")
    json.instant(tour.updatedAt)
    if let publishedAt = tour.publishedAt {
      json.key("publishedAt")
      json.instant(publishedAt)
    }
  }

  /// What a map of the tour shows: area, route with its direction, AR objects (TR-FR3(f)).
  private func writeMap(to json: inout JSONWriter) {
    let content = revision.content
    json.key("start")
    json.position(content.start)
    json.key("end")
    json.position(content.end)
    json.key("area")
    json.area(revision.measures.area)
    json.key("route")
    json.geometry(.line(content.route))
    json.key("objects")
    json.array { json in
      for use in content.objects {
        json.object { json in
          json.key("object")
          json.id(use.object)
          json.key("position")
          json.position(use.position, height: use.height)
        }
      }
    }
  }

  private func writeEditing(to json: inout JSONWriter) {
    json.key("revision")
    json.integer(revision.number)
    json.key("hasDraft")
    json.bool(tour.draftRevision != nil)
    json.key("isPublished")
    json.bool(tour.state == .published)
    json.key("areaComputed")
    json.bool(revision.content.area == nil)
    guard let warnings else { return }
    json.key("warningCount")
    json.integer(warnings.count)
    json.key("warnings")
    TourWarning.write(warnings, to: &json)
  }
}

extension TourStop {
  /// Writes the stop; `title` and `text` are in the first fitting language, `titles` and `texts`
  /// in all of them.
  func write(
    order: Int, withTexts: Bool, languages: [String], to json: inout JSONWriter
  ) {
    json.object { json in
      writeMembers(order: order, withTexts: withTexts, languages: languages, to: &json)
    }
  }

  func writeMembers(
    order: Int, withTexts: Bool, languages: [String], to json: inout JSONWriter
  ) {
    if let id {
      json.key("id")
      json.id(id)
    }
    json.key("order")
    json.integer(order)
    json.key("kind")
    json.string(kind.rawValue)
    json.key("title")
    json.string(title.text(in: languages))
    json.key("titles")
    title.write(to: &json)
    if withTexts {
      json.key("text")
      json.string(text.text(in: languages))
      json.key("texts")
      text.write(to: &json)
      json.key("narration")
      narration.write(to: &json)
    }
    json.key("position")
    json.position(position, height: height)
    json.key("objects")
    json.array { json in
      for object in objects { json.id(object) }
    }
    if let trigger {
      json.key("trigger")
      trigger.write(to: &json)
    }
  }
}

extension Narration {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("kind")
      json.string(word.rawValue)
      if case .recording(let id) = self {
        json.key("media")
        json.id(id)
      }
    }
  }
}

extension StopTrigger {
  func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .radius(let metres):
        json.key("radius")
        json.number(metres)
      case .polygon(let polygon):
        json.key("polygon")
        json.geometry(.polygon(polygon))
      }
    }
  }
}
