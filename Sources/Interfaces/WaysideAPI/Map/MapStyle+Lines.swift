extension MapStyle {
  /// Ways: below the ground, houses, on the ground, on bridges.
  static let lines =
    tunnels + houses + borders + ways("", surface) + ways("bridge-", bridge) + tours

  private static let surface = #"["!",["has","structure"]]"#
  private static let bridge = #"["==",["get","structure"],"bridge"]"#
  private static let tunnel = #"["==",["get","structure"],"tunnel"]"#

  /// Width by zoom level and class; `more` pixels are added for the line below.
  private static func width(_ more: Double = 0) -> String {
    func row(_ main: Double, _ second: Double, _ small: Double, _ service: Double) -> String {
      #"["match",["get","class"],["motorway","trunk"],\#(main + more),"#
        + #"["primary","secondary","motorway_link","trunk_link"],\#(second + more),"#
        + #"["tertiary","primary_link","secondary_link","unclassified","residential","living_street","pedestrian","tertiary_link"],\#(small + more),\#(service + more)]"#
    }
    return #"["interpolate",["exponential",1.6],["zoom"],"#
      + #"6,\#(row(1, 0.6, 0.2, 0)),10,\#(row(2.2, 1.3, 0.6, 0.2)),13,\#(row(4, 3, 1.6, 0.7)),"#
      + #"16,\#(row(13, 11, 8, 4)),20,\#(row(70, 60, 46, 22))]"#
  }

  private static let sortKey =
    #"["+",["*",100,["coalesce",["get","layer"],0]],"#
    + #"["match",["get","class"],["motorway","trunk"],9,"primary",8,"secondary",7,"tertiary",6,"#
    + #"["unclassified","residential"],5,4]]"#

  private static let tunnels = #"""
    {"id":"tunnel-case","type":"line","source":"wayside","source-layer":"roads","minzoom":12,
      "filter":["all",["==",["get","kind"],"road"],\#(tunnel)],
      "paint":{"line-color":"@roadCase","line-width":\#(width(1.4)),"line-dasharray":[2,1.5]}},
    {"id":"tunnel","type":"line","source":"wayside","source-layer":"roads","minzoom":10,
      "filter":["all",["==",["get","kind"],"road"],\#(tunnel)],
      "paint":{"line-color":"@tunnel","line-width":\#(width())}},
    {"id":"tunnel-path","type":"line","source":"wayside","source-layer":"roads","minzoom":15,
      "filter":["all",["==",["get","kind"],"path"],\#(tunnel)],
      "paint":{"line-color":"@path","line-opacity":0.35,"line-width":1,"line-dasharray":[1,2]}},
    {"id":"tunnel-rail","type":"line","source":"wayside","source-layer":"roads","minzoom":13,
      "filter":["all",["==",["get","kind"],"rail"],\#(tunnel)],
      "paint":{"line-color":"@rail","line-opacity":0.5,"line-width":1,"line-dasharray":[3,3]}},

    """#

  private static let borders = #"""
    {"id":"borders","type":"line","source":"wayside","source-layer":"borders",
      "filter":["<=",["get","level"],8],
      "paint":{"line-color":"@border","line-opacity":0.7,
        "line-width":["interpolate",["linear"],["zoom"],4,0.6,16,["match",["get","level"],2,2.5,4,2,1.2]],
        "line-dasharray":[4,2]}},
    {"id":"borders-small","type":"line","source":"wayside","source-layer":"borders","minzoom":13,
      "filter":[">",["get","level"],8],
      "paint":{"line-color":"@border","line-opacity":0.4,"line-width":0.8,"line-dasharray":[2,3]}},

    """#

  private static func ways(_ prefix: String, _ filter: String) -> String {
    #"""
    {"id":"\#(prefix)case","type":"line","source":"wayside","source-layer":"roads","minzoom":10,
      "filter":["all",["==",["get","kind"],"road"],\#(filter)],
      "layout":{"line-cap":"\#(prefix.isEmpty ? "round" : "butt")","line-join":"round","line-sort-key":\#(sortKey)},
      "paint":{"line-color":"@roadCase","line-width":\#(width(prefix.isEmpty ? 1.3 : 2))}},
    {"id":"\#(prefix)path-case","type":"line","source":"wayside","source-layer":"roads","minzoom":15,
      "filter":["all",["==",["get","kind"],"path"],["!",["in",["get","class"],["literal",["pedestrian","pier","breakwater","groyne"]]]],\#(filter)],
      "layout":{"line-cap":"butt","line-join":"round"},
      "paint":{"line-color":"@pathCase","line-opacity":0.8,"line-width":["interpolate",["exponential",1.5],["zoom"],15,2.2,20,9]}},
    {"id":"\#(prefix)road","type":"line","source":"wayside","source-layer":"roads",
      "filter":["all",["==",["get","kind"],"road"],\#(filter)],
      "layout":{"line-cap":"round","line-join":"round","line-sort-key":\#(sortKey)},
      "paint":{"line-color":["match",["get","class"],["motorway","motorway_link","trunk","trunk_link"],"@motorway",
        ["primary","secondary","primary_link","secondary_link"],"@main","@road"],"line-width":\#(width())}},
    {"id":"\#(prefix)pedestrian-case","type":"line","source":"wayside","source-layer":"roads","minzoom":14,
      "filter":["all",["==",["get","kind"],"path"],["==",["get","class"],"pedestrian"],\#(filter)],
      "layout":{"line-cap":"butt","line-join":"round"},
      "paint":{"line-color":"@squareLine","line-width":["interpolate",["exponential",1.6],["zoom"],14,2.6,16,7.5,20,36]}},
    {"id":"\#(prefix)pedestrian","type":"line","source":"wayside","source-layer":"roads","minzoom":13,
      "filter":["all",["==",["get","kind"],"path"],["in",["get","class"],["literal",["pedestrian","pier","breakwater","groyne"]]],\#(filter)],
      "layout":{"line-cap":"butt","line-join":"round"},
      "paint":{"line-color":"@square","line-width":["interpolate",["exponential",1.6],["zoom"],13,1,16,6,20,34]}},
    {"id":"\#(prefix)path","type":"line","source":"wayside","source-layer":"roads","minzoom":14,
      "filter":["all",["==",["get","kind"],"path"],["!",["in",["get","class"],["literal",["pedestrian","pier","breakwater","groyne","steps"]]]],\#(filter)],
      "layout":{"line-cap":"butt","line-join":"round"},
      "paint":{"line-color":"@path","line-opacity":["interpolate",["linear"],["zoom"],14,0.35,16,0.75],
        "line-width":["interpolate",["exponential",1.5],["zoom"],14,0.5,16,1,20,4],"line-dasharray":[3,1.5]}},
    {"id":"\#(prefix)steps","type":"line","source":"wayside","source-layer":"roads","minzoom":14,
      "filter":["all",["==",["get","class"],"steps"],\#(filter)],
      "paint":{"line-color":"@path","line-opacity":0.8,
        "line-width":["interpolate",["exponential",1.5],["zoom"],14,1,16,2.6,20,10],"line-dasharray":[0.4,0.4]}},
    {"id":"\#(prefix)rail","type":"line","source":"wayside","source-layer":"roads","minzoom":10,
      "filter":["all",["==",["get","kind"],"rail"],\#(filter)],
      "paint":{"line-color":"@rail","line-opacity":["match",["get","class"],"tram",0.6,1],
        "line-width":["interpolate",["exponential",1.4],["zoom"],10,0.5,16,["match",["get","class"],"rail",2,1],20,4]}},
    {"id":"\#(prefix)rail-ties","type":"line","source":"wayside","source-layer":"roads","minzoom":15,
      "filter":["all",["==",["get","class"],"rail"],\#(filter)],
      "paint":{"line-color":"@railTie","line-width":1,"line-dasharray":[4,4]}},

    """#
  }

  private static let tours = #"""
    {"id":"tour-case","type":"line","source":"wayside","source-layer":"tours",
      "filter":["==",["get","part"],"route"],"layout":{"line-cap":"round","line-join":"round"},
      "paint":{"line-color":"@tourCase","line-width":["interpolate",["linear"],["zoom"],8,3,16,9]}},
    {"id":"tour","type":"line","source":"wayside","source-layer":"tours",
      "filter":["==",["get","part"],"route"],"layout":{"line-cap":"round","line-join":"round"},
      "paint":{"line-color":"@tour","line-width":["interpolate",["linear"],["zoom"],8,1.5,16,5]}},
    {"id":"tour-points","type":"circle","source":"wayside","source-layer":"tours",
      "filter":["==",["geometry-type"],"Point"],
      "paint":{"circle-color":"@tour","circle-stroke-color":"@tourCase","circle-stroke-width":2,
        "circle-radius":["match",["get","part"],"start",6,4.5]}},

    """#
}
