import OSMFiles

/// What is told of a place besides its name.
struct PlaceDetails: Hashable {
  var street = ""
  var number = ""
  var postcode = ""
  var city = ""
  var suburb = ""
  var openingHours = ""
  var phone = ""
  var website = ""
  var wheelchair = ""

  init() {}

  init(_ tags: OSMTags) {
    street = PlaceDetails.short(tags.first(.addrStreet, .addrPlace))
    number = PlaceDetails.short(tags.first(.addrHousenumber, .addrConscriptionnumber))
    postcode = PlaceDetails.short(tags.first(.addrPostcode, .postalCode))
    city = PlaceDetails.short(tags[.addrCity])
    suburb = PlaceDetails.short(tags[.addrSuburb])
  }

  /// Reads what is told of points of interest only.
  mutating func addService(_ tags: OSMTags) {
    openingHours = PlaceDetails.short(tags[.openingHours])
    phone = PlaceDetails.short(tags.first(.phone, .contactPhone))
    // Only what a page may link to.
    let link = PlaceDetails.short(tags.first(.website, .contactWebsite, .url))
    website =
      link.isEmpty || link.hasPrefix("https://") || link.hasPrefix("http://")
      ? link : link.contains(":") ? "" : "https://" + link
    wheelchair = PlaceDetails.short(tags[.wheelchair])
    if !["yes", "limited", "no", "designated"].contains(wheelchair) { wheelchair = "" }
    if wheelchair == "designated" { wheelchair = "yes" }
  }

  /// The names by which an object is known, the first one on its sign; none may be empty.
  static func names(_ tags: OSMTags) -> [String] {
    var names: [String] = []
    func add(_ text: String?) {
      guard let text else { return }
      for part in text.split(separator: ";").prefix(4) {
        let name = short(String(part))
        if !name.isEmpty, !names.contains(name), names.count < 40 { names.append(name) }
      }
    }
    if let name = tags[.name] { names.append(short(name)) }
    for key in [OSMKey.altName, .shortName, .officialName, .locName, .intName, .oldName, .brand] {
      add(tags[key])
    }
    for (_, key) in OSMKey.translatedNames { add(tags[key]) }
    return names.filter { !$0.isEmpty }
  }

  /// Without blanks around it, and no longer than anyone reads.
  static func short(_ text: String?) -> String {
    guard let text else { return "" }
    var view = Substring(text)
    while view.first?.isWhitespace == true { view.removeFirst() }
    while view.last?.isWhitespace == true { view.removeLast() }
    return String(view.prefix(200))
  }
}
