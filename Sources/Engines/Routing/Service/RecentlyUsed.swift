/// A few values, the one used last first; the one not used for longest makes room for another.
struct RecentlyUsed<Element> {
  private let capacity: Int
  private var elements: [Element]

  /// - Parameter elements: used last first.
  init(_ elements: [Element] = [], capacity: Int) {
    self.capacity = capacity
    self.elements = Array(elements.prefix(capacity))
  }

  /// Finds a value, which counts as using it.
  ///
  /// - Complexity: O(capacity).
  mutating func use(where isWanted: (Element) -> Bool) -> Element? {
    guard let index = elements.firstIndex(where: isWanted) else { return nil }
    let found = elements[index]
    if index > 0 {
      elements.remove(at: index)
      elements.insert(found, at: 0)
    }
    return found
  }

  mutating func insert(_ element: Element) {
    elements.insert(element, at: 0)
    if elements.count > capacity { elements.removeLast() }
  }

  func filter(_ isKept: (Element) -> Bool) -> RecentlyUsed {
    RecentlyUsed(elements.filter(isKept), capacity: capacity)
  }
}

extension RecentlyUsed: Sendable where Element: Sendable {}
