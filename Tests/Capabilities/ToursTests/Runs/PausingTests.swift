import Base
import CapabilityTestSupport
import Geodesy
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Runs: pausing, going on, and trials")
struct PausingTests {
  let stand: TourStand
  let tour: EntityID

  init() throws {
    stand = try TourStand()
    tour = try stand.published().tour.id
  }

  private static let day = 86_400.0
  private static let cathedral = LonLat(lon: 9.5223, lat: 47.1362)

  private func start(_ id: EntityID? = nil, _ how: RunStart = RunStart()) throws -> TourRunDetails {
    try stand.runs.start(id ?? tour, how, caller: stand.walker)
  }

  private func arrive(
    _ run: EntityID, at place: LonLat = Self.cathedral, simulated: Bool = false
  ) throws -> TourRunDetails {
    try stand.runs.advance(
      run, [RunPoint(position: place, at: stand.clock.now(), simulated: simulated)],
      caller: stand.walker)
  }

  private func pause(_ run: EntityID) throws -> TourRun {
    try stand.runs.pause(run, caller: stand.walker).run
  }

  private var active: TourRun? {
    get throws {
      try stand.store.read {
        try RunService.activeRun(of: stand.walker.testAccount, in: $0, now: stand.clock.now())
      }
    }
  }

  private func open() throws -> [EntityID] {
    try stand.runs.listOpen(PageRequest(), caller: stand.walker).items.map(\.run.id)
  }

  @Test("\"Pause tour\" keeps the progress: the account is on no tour until it goes on")
  func pausing() throws {
    let run = try start().run.id
    _ = try arrive(run)
    stand.clock.advance(seconds: 600)
    let paused = try pause(run)
    #expect(paused.state == .paused && paused.arrivals.count == 1)
    #expect(paused.keptUntil == paused.activeAt.adding(seconds: 30 * 86_400))
    #expect(try active == nil && pause(run) == paused)
    #expect(try refusal { _ = try arrive(run) }?.slug == "run-paused")
    stand.clock.advance(seconds: 5 * Self.day)
    let details = try stand.runs.details(run, caller: stand.walker)
    #expect(details.target == 1 && details.run.seconds(now: stand.clock.now()) == 600)
    let again = try start()
    #expect(!again.isNew && again.run.id == run && again.run.state == .active)
    #expect(try active?.id == run)
    stand.clock.advance(seconds: 60)
    #expect(
      try stand.runs.details(run, caller: stand.walker).run.seconds(
        now: stand.clock.now()) == 660)
  }

  @Test("Starting another tour pauses the one under way, and both are offered, last active first")
  func several() throws {
    let first = try start().run.id
    let other = try stand.published(["name": "\"Other\""]).tour.id
    stand.clock.advance(seconds: 60)
    let second = try start(other).run.id
    #expect(try active?.id == second && open() == [second, first])
    stand.clock.advance(seconds: 60)
    #expect(try start().run.id == first)
    #expect(try active?.id == first && open() == [first, second])
    let page = try stand.runs.listOpen(PageRequest(limit: 1), caller: stand.walker)
    let next = try stand.runs.listOpen(
      PageRequest(limit: 1, cursor: page.next), caller: stand.walker)
    #expect(page.items.map(\.run.id) == [first] && next.items.map(\.run.id) == [second])
    try stand.runs.leave(second, caller: stand.walker)
    #expect(try open() == [first])
  }

  @Test("\"Start anew\" ends what was walked and begins again")
  func anew() throws {
    let old = try start().run.id
    _ = try arrive(old)
    _ = try pause(old)
    let new = try start(nil, RunStart(anew: true))
    #expect(new.isNew && new.run.id != old && new.run.arrivals.isEmpty)
    #expect(try stand.runs.details(old, caller: stand.walker).run.state == .left)
    #expect(try open() == [new.run.id])
  }

  @Test("A run that nobody goes on with for 30 days is over, and is not offered")
  func forgotten() throws {
    let old = try start().run.id
    _ = try pause(old)
    stand.clock.advance(seconds: 30 * Self.day - 1)
    #expect(try open() == [old] && stand.runs.endForgotten() == 0)
    stand.clock.advance(seconds: 1)
    #expect(try open().isEmpty)
    #expect(try refusal { _ = try pause(old) }?.slug == "run-ended")
    #expect(try start().isNew)
    #expect(try stand.runs.details(old, caller: stand.walker).run.state == .left)
    stand.clock.advance(seconds: 31 * Self.day)
    #expect(try stand.runs.endForgotten() == 1 && stand.runs.endForgotten() == 0)
  }

  @Test("A silence of 12 hours is a pause: it is no time on the way")
  func silence() throws {
    let run = try start().run.id
    _ = try arrive(run)
    stand.clock.advance(seconds: 2 * Self.day)
    let now = stand.clock.now()
    #expect(try stand.runs.details(run, caller: stand.walker).run.seconds(now: now) == 0)
    #expect(try arrive(run).run.seconds(now: now) == 0)
  }

  @Test("What is completed or left cannot be paused")
  func over() throws {
    let run = try start().run.id
    try stand.runs.leave(run, caller: stand.walker)
    #expect(try refusal { _ = try pause(run) }?.slug == "run-ended")
  }

  @Test("Walks by a trial are marked so, stand beside the walk, and count in no statistics")
  func trials() throws {
    let walk = try start().run.id
    _ = try arrive(walk)
    let trial = try start(nil, RunStart(trial: true))
    #expect(trial.isNew && trial.run.isTrial && trial.run.arrivals.isEmpty)
    #expect(try start(nil, RunStart()).run.id == trial.run.id)
    #expect(try start(nil, RunStart(trial: false)).run.id == walk)
    for _ in 0..<4 {
      let other = stand.anotherWalker()
      _ = try stand.runs.start(tour, RunStart(trial: true), caller: other)
    }
    let numbers = try stand.tours.statistics(of: tour, caller: stand.editor)
    #expect(numbers.started.told == nil)
    for _ in 0..<4 { _ = try stand.runs.start(tour, caller: stand.anotherWalker()) }
    #expect(try stand.tours.statistics(of: tour, caller: stand.editor).started.told == 5)
  }

  @Test(
    "A walk whose first stop is reached in the drawn world is a trial, in place of the one kept")
  func simulated() throws {
    let old = try start(nil, RunStart(trial: true)).run.id
    let run = try start(nil, RunStart(trial: false)).run.id
    let on = try stand.runs.advance(
      run,
      [
        RunPoint(
          position: LonLat(lon: 9.53, lat: 47.13), at: stand.clock.now(), simulated: true)
      ], caller: stand.walker)
    #expect(!on.run.isTrial, "who only looks around there may walk yet")
    stand.clock.advance(seconds: 60)
    #expect(try arrive(run, simulated: true).run.isTrial)
    #expect(try stand.runs.details(run, caller: stand.walker).run.isTrial)
    #expect(try stand.runs.details(old, caller: stand.walker).run.state == .left)
    for _ in 0..<5 { _ = try stand.runs.start(tour, caller: stand.anotherWalker()) }
    #expect(try stand.tours.statistics(of: tour, caller: stand.editor).started.told == 5)
  }

  @Test("A walk that has reached a stop at its place stays one, whatever is looked at afterwards")
  func simulatedLater() throws {
    let run = try start().run.id
    #expect(try !arrive(run).run.isTrial)
    stand.clock.advance(seconds: 60)
    let second = try arrive(run, at: LonLat(lon: 9.5224, lat: 47.1380), simulated: true)
    #expect(second.run.arrivals.count == 2 && !second.run.isTrial)
  }

  @Test("A paused run goes on after its tour was retired, and is seen with its stops")
  func retired() throws {
    let run = try start().run.id
    _ = try pause(run)
    try stand.tours.unpublish(tour, caller: stand.editor)
    #expect(try stand.tours.details(tour, caller: stand.walker).revision.content.stops.count == 3)
    #expect(try start().run.id == run)
    #expect(try refusal { _ = try start(nil, RunStart(anew: true)) }?.kind == .notFound)
    #expect(try active?.id == run)
  }
}
