import Testing

@testable import Transit

@Suite struct EmissionTests {
  @Test(
    "each means has the grams that were published for it or for the nearest that was",
    arguments: [
      ([.bus, .trolleybus], 97), ([.coach], 27), ([.rail], 35), ([.metro], 28),
      ([.tram, .monorail, .cableTram, .funicular, .aerialLift], 29), ([.ferry], 19), ([.air], 246),
      ([.taxi], 149),
    ] as [([TransportMode], Double)])
  func published(_ modes: [TransportMode], _ grams: Double) {
    let factors = EmissionFactors.unitedKingdom2022
    for mode in modes { #expect(factors.gramsPerKilometre[mode] == grams, "\(mode)") }
    #expect(factors.car == 171)
  }
}
