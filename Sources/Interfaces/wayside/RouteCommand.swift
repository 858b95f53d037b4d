import Base
import Foundation
import Geodata
import Geodesy
import Routing
import WaysideAPI

/// `wayside route`: the way from one place to another, from the imported maps.
enum RouteCommand {
  static let command = Command(
    name: "route", operands: "", operandCount: 0...0,
    summary: "Finds the way from one place to another along the streets of the imported maps.",
    options: [
      Arguments.Option(name: "data", value: "DIR", summary: "the data folder"),
      Arguments.Option(name: "from", value: "LAT,LON", summary: "where it starts"),
      Arguments.Option(name: "to", value: "LAT,LON", summary: "where it ends"),
      Arguments.Option(
        name: "mode", value: "MODE", summary: "walk, bicycle or car; walk unless given"),
      Arguments.Option(
        name: "speed", value: "KM/H", summary: "on the flat; of a car the highest"),
      Command.json,
    ],
    run: run)

  private static func run(_ arguments: Arguments) throws {
    let from = try position(arguments, "from")
    let to = try position(arguments, "to")
    let word = arguments["mode"] ?? StreetMode.walk.rawValue
    guard let mode = StreetMode(rawValue: word) else {
      let words = StreetMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "--mode must be one of \(words), not \(word)")
    }
    var speed: Double?
    if let text = arguments["speed"] {
      guard let number = Double(text), (1...250).contains(number) else {
        throw UsageError(message: "--speed must be a number of km/h between 1 and 250")
      }
      speed = number
    }
    let library = GeodataLibrary(GeodataFolder(in: try arguments.required("data")))
    for problem in library.current.problems {
      Terminal.note("\(problem.name) is not used: \(problem.detail)")
    }
    let route = try library.streets.route(from: from, to: to, StreetProfile(mode, speedKmh: speed))
    if arguments.has("json") {
      Terminal.say { $0.members(of: route) }
    } else {
      say(route)
    }
  }

  private static func position(
    _ arguments: Arguments, _ name: String
  ) throws(UsageError) -> LonLat {
    let parts = try arguments.required(name).split(separator: ",")
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard parts.count == 2, let lat = parts[0], let lon = parts[1],
      let position = LonLat(validLon: lon, lat: lat)
    else {
      throw UsageError(message: "--\(name) must be latitude,longitude, for instance 47.139,9.522")
    }
    return position
  }

  private static func say(_ route: StreetRoute) {
    Terminal.say("\(metres(route.distance)), \(time(route.duration)) by \(route.mode.rawValue)")
    if route.climb >= 1 || route.descent >= 1 {
      Terminal.say("\(metres(route.climb)) up, \(metres(route.descent)) down")
    }
    for (name, place) in [("start", route.from), ("end", route.to)] where place.distance >= 20 {
      Terminal.say("the \(name) is \(metres(place.distance)) from the street")
    }
    for step in route.steps {
      let length = step.distance >= 1 ? "  (\(metres(step.distance)))" : ""
      Terminal.say("  \(step.instruction)\(length)")
    }
  }

  private static func metres(_ metres: Double) -> String {
    metres < 1000
      ? "\(Int(metres.rounded())) m" : "\((metres / 100).rounded() / 10) km"
  }

  private static func time(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
