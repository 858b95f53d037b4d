/// Grams of CO2 equivalent per passenger and kilometre, by means of transport: data, not code, so
/// that an operator can put local figures in their place.
///
/// - Thread: pure.
public struct EmissionFactors: Sendable {
  /// Grams per passenger kilometre; 0...10,000 each.
  public var gramsPerKilometre: [TransportMode: Double]
  /// Grams per kilometre of a car of one's own, with one person in it; walking and cycling cost
  /// none.
  public var car: Double
  /// Overrides by the feed's `route_id`.
  public var routes: [String: Double]
  /// Where the figures come from, for people to read.
  public var source: String

  public init(
    gramsPerKilometre: [TransportMode: Double], car: Double, routes: [String: Double] = [:],
    source: String
  ) {
    self.gramsPerKilometre = gramsPerKilometre
    self.car = car
    self.routes = routes
    self.source = source
  }

  /// National averages, whole grams; modes that the publication does not name have the figure of
  /// the nearest one that it does (lifts and cable cars: tram; taxi: per passenger).
  public static let unitedKingdom2022 = EmissionFactors(
    gramsPerKilometre: [
      .bus: 97, .trolleybus: 97, .coach: 27, .rail: 35, .metro: 28, .tram: 29, .monorail: 29,
      .cableTram: 29, .funicular: 29, .aerialLift: 29, .ferry: 19, .air: 246, .taxi: 149,
    ], car: 171,
    source: """
      UK Government (DESNZ), Greenhouse gas reporting: conversion factors 2022, business travel: \
      average local bus, coach, national rail, London Underground, light rail and tram, foot \
      passenger on a ferry, domestic flight, regular taxi, average car of unknown fuel
      """)

  func grams(route: Feed.Route) -> Double {
    let factor = routes[route.id] ?? gramsPerKilometre[route.mode] ?? 0
    return factor.isFinite ? min(max(factor, 0), 10_000) : 0
  }
}
