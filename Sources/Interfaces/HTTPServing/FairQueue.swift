/// Jobs of many clients, taken in turns: whoever sends a thousand waits behind nobody but itself.
///
/// A client may have only so many jobs waiting and running; the rest of the room is kept for others. The last eighth
/// of the room is for clients with few jobs: a handful of greedy ones together do not fill it, either.
///
/// - Complexity: O(1) to add; O(clients at their limit of running jobs) to take.
/// - Thread: pure.
struct FairQueue<Client: Hashable, Job> {
  private struct Lane {
    var jobs: [Job] = []
    var head = 0
    var waiting: Int { jobs.count - head }

    mutating func take() -> Job {
      let job = jobs[head]
      head += 1
      if head >= 256 {
        jobs.removeFirst(head)
        head = 0
      }
      return job
    }
  }

  private var lanes: [Client: Lane] = [:]
  /// Clients with waiting jobs, the one whose turn it is first.
  private var turns: [Client] = []
  private var running: [Client: Int] = [:]
  private(set) var waiting = 0
  private var runningInAll = 0
  /// How many jobs a client may have while only the last eighth is left.
  private static var few: Int { 4 }

  private let limit: Int
  private let share: Int
  private let runningShare: Int

  /// - Parameters:
  ///   - limit: how many jobs may wait and run in all.
  ///   - share: how many of one client may.
  ///   - runningShare: how many of one client may run at once.
  init(limit: Int, share: Int, runningShare: Int) {
    self.limit = limit
    self.share = share
    self.runningShare = runningShare
  }

  /// Adds a job; false if there is no room for it, or its client has its share.
  mutating func add(_ job: Job, of client: Client) -> Bool {
    let own = (lanes[client]?.waiting ?? 0) + (running[client] ?? 0)
    let left = limit - waiting - runningInAll
    guard left > 0, own < share, own < FairQueue.few || left > limit / 8 else { return false }
    if lanes[client] == nil { turns.append(client) }
    lanes[client, default: Lane()].jobs.append(job)
    waiting += 1
    return true
  }

  /// The next job, which counts as running until ``finished(_:)``; nil if none may run now.
  mutating func take() -> (job: Job, client: Client)? {
    guard
      let turn = turns.firstIndex(where: { (running[$0] ?? 0) < runningShare })
    else { return nil }
    let client = turns.remove(at: turn)
    guard var lane = lanes[client], lane.waiting > 0 else { return nil }
    let job = lane.take()
    waiting -= 1
    running[client, default: 0] += 1
    runningInAll += 1
    if lane.waiting > 0 {
      lanes[client] = lane
      turns.append(client)
    } else {
      lanes[client] = nil
    }
    return (job, client)
  }

  mutating func finished(_ client: Client) {
    let left = (running[client] ?? 1) - 1
    running[client] = left > 0 ? left : nil
    runningInAll -= 1
  }
}
