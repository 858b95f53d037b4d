/// The labels of many stops in one array: every stop has a bag of those of which none is worse than
/// another of its round in everything.
///
/// A bag is a chain with the newest label first, so those of the latest round stand in front.
///
/// - Thread: confined.
struct LabelBags {
  /// What labels are compared by; all the less the better.
  struct Criteria: Hashable {
    var time: Int32
    var walk: Int32
    var grams: Int32
  }

  struct Label {
    var criteria: Criteria
    var round: Int32
    /// What it stands for, as its user counts.
    var index: Int32
    /// The label behind it in the bag; -1 at its end.
    fileprivate(set) var next: Int32 = -1
  }

  private var firsts: [Int32]
  private var labels: [Label] = []

  init(stopCount: Int) { firsts = Array(repeating: -1, count: stopCount) }

  /// Calls `body` with the labels of a round, as long as no later round has any at the stop.
  @inline(__always)
  func forEach(at stop: Int, round: Int32, _ body: (Label) -> Void) {
    var at = firsts[stop]
    while at >= 0 {
      let label = labels[Int(at)]
      if label.round != round { return }
      body(label)
      at = label.next
    }
  }

  /// All labels of a stop, newest first.
  func all(at stop: Int) -> [Label] {
    var result: [Label] = []
    var at = firsts[stop]
    while at >= 0 {
      result.append(labels[Int(at)])
      at = labels[Int(at)].next
    }
    return result
  }

  /// Whether a label of a stop is as good, or worse by no more than the slack and no later.
  func covers(_ new: Criteria, at stop: Int, walkSlack: Int32, gramSlack: Int32) -> Bool {
    var at = firsts[stop]
    while at >= 0 {
      let label = labels[Int(at)]
      if label.criteria.time <= new.time, label.criteria.walk <= new.walk &+ walkSlack,
        label.criteria.grams <= new.grams &+ gramSlack
      {
        return true
      }
      at = label.next
    }
    return false
  }

  /// Adds a label that is not covered, and takes out what it makes needless in its round.
  mutating func add(_ label: Label, at stop: Int) {
    let new = label.criteria
    var before: Int32 = -1
    var at = firsts[stop]
    while at >= 0, labels[Int(at)].round == label.round {
      let (old, next) = (labels[Int(at)].criteria, labels[Int(at)].next)
      if new.time <= old.time, new.walk <= old.walk, new.grams <= old.grams {
        if before < 0 { firsts[stop] = next } else { labels[Int(before)].next = next }
      } else {
        before = at
      }
      at = next
    }
    var added = label
    added.next = firsts[stop]
    firsts[stop] = Int32(clamping: labels.count)
    labels.append(added)
  }
}
