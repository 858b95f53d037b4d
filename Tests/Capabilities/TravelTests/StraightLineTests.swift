import Base
import Calendar
import Geodesy
import Itineraries
import Testing
import Travel

@Suite("travel times without a map")
struct StraightLineTests {
  private let here = LonLat(lon: 9.5209, lat: 47.1410)
  private let there = LonLat(lon: 9.5216, lat: 47.1380)
  private let noon = Instant(milliseconds: 1_777_629_600_000)

  private func answer(_ timing: TravelTiming, _ rules: TravelRules) -> TravelAnswer {
    StraightLineTimes().journey(
      TravelRequest(from: here, to: there, timing: timing, rules: rules))
  }

  @Test("arriving by a time and departing at one take equally long, and are said to be estimates")
  func timing() throws {
    let rules = TravelRules(modes: [.walk])
    guard case .journey(let by) = answer(.arriveBy(noon), rules),
      case .journey(let at) = answer(.departAt(noon), rules)
    else {
      Issue.record("no journey")
      return
    }
    #expect(by.arrival == noon && at.departure == noon)
    #expect(by.arrival.seconds(since: by.departure) == at.arrival.seconds(since: at.departure))
    // 338 m as the crow flies.
    #expect((460...490).contains(by.distance))
    #expect((325...360).contains(by.arrival.seconds(since: by.departure)))
    #expect(by.estimate != nil && by.legs.map(\.mode) == [.walk])
  }

  @Test("TV-RTE-14: no route walks further than the maximum walking distance")
  func limit() {
    guard
      case .none(let why) = answer(
        .arriveBy(noon), TravelRules(modes: [.walk], maximumWalk: 300))
    else {
      Issue.record("a journey beyond the limit")
      return
    }
    #expect(why.reason == .limits && why.detail.contains("300 m"))
  }

  @Test("TV-RTE-10: rules without limits keep to the own vehicles that are at hand")
  func relaxed() {
    let rules = TravelRules(
      modes: [.walk, .bicycle], maximumWalk: 100, avoiding: [.ferries], order: .leastEmissions)
    #expect(rules.relaxed.modes == [.walk, .bicycle, .bus, .tram, .metro, .rail, .ferry])
    #expect(rules.relaxed.maximumWalk == nil && rules.relaxed.avoiding.isEmpty)
  }

  @Test("preferences take every word that ways are looked for by")
  func words() throws {
    let avoidances = TravelAvoidance.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let modes = TravelMode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    for order in TravelOrder.allCases {
      let text = """
        {"modes": [\(modes)], "avoid": [\(avoidances)], "order": "\(order.rawValue)"}
        """
      let read = try TravelPreferences(reading: JSONFields(JSONValue(parsing: Array(text.utf8))))
      #expect(read.general.modes == Set(TravelMode.allCases))
      #expect(read.general.avoiding == Set(TravelAvoidance.allCases))
      #expect(read.general.order == order)
    }
  }
}
