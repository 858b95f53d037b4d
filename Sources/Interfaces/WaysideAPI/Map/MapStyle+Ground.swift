extension MapStyle {
  /// Areas, from the paper up to the houses; the paper ends where the maps end.
  static let ground = #"""
    {"id":"unknown","type":"background","paint":{"background-color":"@unknown"}},
    {"id":"paper","type":"fill","source":"wayside","source-layer":"coverage",
      "paint":{"fill-color":"@paper"}},
    {"id":"landuse","type":"fill","source":"wayside","source-layer":"landuse",
      "paint":{"fill-color":["match",["get","class"],
        ["residential","garages","farmyard","religious"],"@settled",
        ["beach","sand","shingle"],"@sand",["bare_rock","scree","quarry","glacier"],"@rock",
        ["school","university","college","hospital","kindergarten"],"@civic",
        ["parking","track","apron"],"@parking",
        ["stadium","sports_centre","zoo","theme_park","camp_site"],"@field",
        ["marina","harbour","port"],"rgba(0,0,0,0)","@works"]}},
    {"id":"green","type":"fill","source":"wayside","source-layer":"green",
      "paint":{"fill-color":["match",["get","class"],["wood","forest","scrub"],"@wood",
        ["pitch","golf_course","playground"],"@pitch",
        ["farmland","meadow","orchard","vineyard","grassland","heath","greenfield"],"@field",
        "@green"],"fill-opacity":["match",["get","class"],["nature_reserve"],0.3,1]}},
    {"id":"water","type":"fill","source":"wayside","source-layer":"water",
      "filter":["==",["geometry-type"],"Polygon"],"paint":{"fill-color":"@water"}},
    {"id":"waterways","type":"line","source":"wayside","source-layer":"water",
      "filter":["all",["==",["geometry-type"],"LineString"],["!=",["get","structure"],"tunnel"]],
      "layout":{"line-cap":"round","line-join":"round"},
      "paint":{"line-color":"@waterLine","line-width":["interpolate",["exponential",1.5],["zoom"],
        9,["match",["get","class"],"river",1,0.4],16,["match",["get","class"],"river",5,"canal",4,1.6],
        20,["match",["get","class"],"river",20,"canal",14,5]]}},
    {"id":"squares","type":"fill","source":"wayside","source-layer":"squares",
      "paint":{"fill-color":"@square","fill-outline-color":"@squareLine"}},
    """#

  /// Houses flat; pages that tilt the map raise them by `height` and `base`.
  static let houses = #"""
    {"id":"buildings","type":"fill","source":"wayside","source-layer":"buildings","minzoom":13,
      "paint":{"fill-color":"@building","fill-outline-color":"@buildingLine",
        "fill-opacity":["interpolate",["linear"],["zoom"],13,0.2,14.5,1]}},
    """#
}
