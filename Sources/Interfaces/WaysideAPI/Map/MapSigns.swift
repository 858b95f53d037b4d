/// Which icons the signs and stops of the map have.
///
/// `tools/web` reads the table, too, and draws the icons from it (`tools/web_sprite.py`).
enum MapSigns {
  /// A line for each icon: its name in Lucide, the role of its colour, the classes it stands for.
  static let table = """
    landmark signCulture museum
    star signCulture attraction
    palette signCulture gallery artwork arts_centre
    drama signCulture theatre
    clapperboard signCulture cinema
    book-open signCulture library
    castle signCulture castle fort city_gate
    amphora signCulture ruins archaeological_site
    binoculars signCulture viewpoint
    plus signHelp hospital
    pill signHelp pharmacy
    stethoscope signHelp clinic doctors dentist
    shield signHelp police
    flame signHelp fire_station
    trees greenInk park garden picnic_site
    toy-brick greenInk playground
    paw-print greenInk zoo aquarium
    mountain greenInk peak volcano
    umbrella greenInk beach
    glass-water waterText drinking_water
    droplets waterText fountain spring
    waves-ladder waterText swimming_pool
    utensils sign restaurant fast_food
    coffee sign cafe
    beer sign bar pub biergarten
    ice-cream-cone sign ice_cream
    shopping-cart sign supermarket convenience
    shopping-bag sign shop mall department_store clothes books
    croissant sign bakery
    scissors sign hairdresser
    store sign marketplace
    bed sign hotel hostel guest_house motel
    tent sign camp_site
    mail sign post_office post_box
    banknote sign bank atm
    graduation-cap sign school university college
    baby sign kindergarten
    church sign place_of_worship
    building-2 sign townhall
    scale sign courthouse
    flag sign embassy
    users sign community_centre
    dumbbell sign sports_centre stadium
    ferris-wheel sign theme_park
    info sign information
    toilet sign toilets
    square-parking stop parking
    fuel stop fuel
    zap stop charging_station
    bike stop bicycle_rental
    car-taxi-front stop taxi
    sailboat stop marina
    bus stop bus_stop bus_station
    train-front stop station halt
    tram-front stop tram_stop
    ship stop ferry_terminal
    """

  /// One line of the table.
  struct Icon: Hashable {
    var name: String
    var role: String
    var classes: [String]
  }

  /// The table, read.
  static let icons: [Icon] = table.split(separator: "\n").compactMap { line in
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 2 else { return nil }
    return Icon(name: words[0], role: words[1], classes: Array(words[2...]))
  }

  /// Classes that have no icon, but the colour of their kind; all others have the role `sign`.
  private static let colouredOnly = [
    "signCulture": ["monument", "memorial"], "greenInk": ["cemetery"],
  ]

  /// An expression of the style: the name of a feature's icon, or none.
  static let iconExpression = match(
    icons.map { ($0.classes, $0.name) }, otherwise: "\"\"")

  /// An expression of the style: the colour of a sign.
  static let colourExpression: String = {
    let roles = Dictionary(grouping: icons, by: \.role).filter { $0.key != "sign" }
    let cases = roles.sorted { $0.key < $1.key }.map { role, icons in
      (icons.flatMap(\.classes) + (colouredOnly[role] ?? []), "@" + role)
    }
    return match(cases, otherwise: "\"@sign\"")
  }()

  /// An expression of the style: one value for features with an icon, another for those without.
  static func choose(icon: String, none: String) -> String {
    let classes = icons.flatMap(\.classes).map { "\"\($0)\"" }.joined(separator: ",")
    return "[\"match\",[\"get\",\"class\"],[\(classes)],\(icon),\(none)]"
  }

  private static func match(_ cases: [([String], String)], otherwise: String) -> String {
    let parts = cases.map { classes, value in
      "[" + classes.map { "\"\($0)\"" }.joined(separator: ",") + "],\"\(value)\""
    }
    return "[\"match\",[\"get\",\"class\"],\(parts.joined(separator: ",")),\(otherwise)]"
  }
}
