extension MapStyle {
  /// Text and icons, the least important first: what is drawn later takes the place.
  ///
  /// Dots lie below the icons, for kinds without one and where an icon has no room. With `hasIcons`
  /// false there are dots only.
  static func labels(hasIcons: Bool) -> String {
    #"""
    {"id":"house-numbers","type":"symbol","source":"wayside","source-layer":"housenumbers","minzoom":17,
      "layout":{"text-field":["get","name"],"text-font":["Inter"],"text-size":10,"text-padding":3},
      "paint":{"text-color":"@softInk","text-halo-color":"@halo","text-halo-width":1}},
    {"id":"sign-dots","type":"circle","source":"wayside","source-layer":"pois","minzoom":15,
      "filter":["<=",["get","rank"],["step",["zoom"],2,16,3,17.5,4]],
      "paint":{"circle-radius":["interpolate",["linear"],["zoom"],15,2,18,3.5],
        "circle-stroke-color":"@halo","circle-stroke-width":1,"circle-color":\#(MapSigns.colourExpression)}},
    {"id":"signs","type":"symbol","source":"wayside","source-layer":"pois","minzoom":14,
      "filter":["<=",["get","rank"],["step",["zoom"],1,15,2,16,3,17.5,4]],
      "layout":{\#(hasIcons ? icon : "")"text-field":["step",["zoom"],\#(named(to: 1)),15,\#(named(to: 2)),
          16.5,\#(named(to: 3)),18,"NAME"],
        "text-font":["Inter"],"text-size":11,"text-max-width":8,"text-justify":"auto",
        "text-variable-anchor":["top","bottom","left","right"],
        "text-radial-offset":\#(hasIcons ? MapSigns.choose(icon: "1.2", none: "0.5") : "0.5"),
        "symbol-sort-key":["get","rank"],"text-padding":6},
      "paint":{"text-color":\#(MapSigns.colourExpression),"text-halo-color":"@halo","text-halo-width":1.2}},
    {"id":"green-names","type":"symbol","source":"wayside","source-layer":"green","minzoom":14,
      "filter":["all",["has","name"],["!=",["get","class"],"pitch"]],
      "layout":{"text-field":"NAME","text-font":["Inter"],"text-size":11,"text-max-width":7,"text-padding":8},
      "paint":{"text-color":"@greenInk","text-halo-color":"@halo","text-halo-width":1.2}},
    {"id":"road-names","type":"symbol","source":"wayside","source-layer":"roads","minzoom":13,
      "filter":["all",["has","name"],["any",["==",["get","kind"],"road"],[">=",["zoom"],15]],["!=",["get","kind"],"rail"]],
      "layout":{"symbol-placement":"line","text-field":"NAME","text-font":["Inter"],
        "text-size":["interpolate",["linear"],["zoom"],13,10,17,12.5],"text-padding":14,
        "symbol-spacing":320,"text-max-angle":30},
      "paint":{"text-color":"@ink","text-opacity":0.85,"text-halo-color":"@halo","text-halo-width":1.4}},
    {"id":"road-numbers","type":"symbol","source":"wayside","source-layer":"roads","minzoom":9,
      "filter":["all",["has","ref"],["in",["get","class"],["literal",["motorway","trunk","primary"]]]],
      "layout":{"symbol-placement":"line","text-field":["get","ref"],"text-font":["Inter"],"text-size":10,
        "text-rotation-alignment":"viewport","symbol-spacing":420,"text-padding":24},
      "paint":{"text-color":"@softInk","text-halo-color":"@motorway","text-halo-width":2.5}},
    {"id":"waterway-names","type":"symbol","source":"wayside","source-layer":"water","minzoom":12,
      "filter":["all",["has","name"],["==",["geometry-type"],"LineString"],
        ["!=",["get","structure"],"tunnel"]],
      "layout":{"symbol-placement":"line","text-field":"NAME","text-font":["Inter"],"text-size":11,
        "text-letter-spacing":0.1,"symbol-spacing":400},
      "paint":{"text-color":"@waterText","text-halo-color":"@halo","text-halo-width":1}},
    {"id":"water-names","type":"symbol","source":"wayside","source-layer":"water","minzoom":11,
      "filter":["all",["has","name"],["==",["geometry-type"],"Polygon"],["!=",["get","class"],"swimming_pool"]],
      "layout":{"text-field":"NAME","text-font":["Inter"],"text-size":12,"text-letter-spacing":0.1,"text-max-width":6},
      "paint":{"text-color":"@waterText","text-halo-color":"@halo","text-halo-width":1}},
    {"id":"stop-dots","type":"circle","source":"wayside","source-layer":"stops","minzoom":14,
      "filter":["any",["in",["get","class"],["literal",["station","halt","ferry_terminal","bus_station"]]],[">=",["zoom"],16]],
      "paint":{"circle-color":"@stop","circle-stroke-color":"@halo","circle-stroke-width":1.2,
        "circle-radius":["match",["get","class"],["station","ferry_terminal"],4.5,3]}},
    {"id":"stops","type":"symbol","source":"wayside","source-layer":"stops","minzoom":13,
      "filter":["all",["any",\#(isStation),[">=",["zoom"],16]],["!=",["get","class"],"subway_entrance"]],
      "layout":{\#(hasIcons ? icon : "")"text-field":["step",["zoom"],["case",\#(isStation),"NAME",""],17,"NAME"],
        "text-font":["Inter"],"text-size":11,"text-anchor":"top","text-offset":[0,\#(hasIcons ? 0.95 : 0.5)],
        "text-max-width":8,"text-padding":4},
      "paint":{"text-color":"@stop","text-halo-color":"@halo","text-halo-width":1.4}},
    {"id":"quarters","type":"symbol","source":"wayside","source-layer":"places","minzoom":11,"maxzoom":17,
      "filter":["in",["get","class"],["literal",["suburb","borough","quarter","neighbourhood","hamlet"]]],
      "layout":{"text-field":"NAME","text-font":["Inter"],"text-transform":"uppercase","text-letter-spacing":0.12,
        "text-size":["match",["get","class"],["suburb","borough"],11.5,10.5],"text-max-width":7,"text-padding":10},
      "paint":{"text-color":"@softInk","text-halo-color":"@halo","text-halo-width":1.5}},
    {"id":"towns","type":"symbol","source":"wayside","source-layer":"places","maxzoom":16,
      "filter":["in",["get","class"],["literal",["city","town","village","municipality","island"]]],
      "layout":{"text-field":"NAME","text-font":["Inter"],"text-max-width":8,"text-padding":8,
        "text-size":["interpolate",["linear"],["zoom"],5,["match",["get","class"],"city",12,9],14,["match",["get","class"],"city",20,"town",17,13]],
        "symbol-sort-key":["match",["get","class"],"city",1,"town",2,3]},
      "paint":{"text-color":"@ink","text-halo-color":"@halo","text-halo-width":1.8}},
    {"id":"countries","type":"symbol","source":"wayside","source-layer":"places","maxzoom":9,
      "filter":["in",["get","class"],["literal",["country","state"]]],
      "layout":{"text-field":"NAME","text-font":["Inter"],"text-size":13,"text-letter-spacing":0.1},
      "paint":{"text-color":"@softInk","text-halo-color":"@halo","text-halo-width":1.5}}
    """#
  }

  /// An icon that is shown also where its text has no room, and the other way round.
  private static let icon =
    #""icon-image":\#(MapSigns.iconExpression),"icon-padding":3,"icon-optional":true,"text-optional":true,"#

  /// The names of signs up to a rank.
  private static func named(to rank: Int) -> String {
    #"["case",["<=",["get","rank"],\#(rank)],"NAME",""]"#
  }

  private static let isStation =
    #"["in",["get","class"],["literal",["station","halt","ferry_terminal"]]]"#
}
