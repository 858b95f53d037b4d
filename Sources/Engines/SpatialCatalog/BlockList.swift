/// Blocks by number, in pages that versions share: to replace one copies its page and the list of pages,
/// not a list of all blocks.
///
/// - Thread: a value.
struct BlockList: RandomAccessCollection, Sendable {
  private static let pageSize = 64

  /// All but the last one are full.
  private var pages: [[EntryStore.Block]] = []
  private(set) var endIndex = 0

  init(_ blocks: [EntryStore.Block] = []) { blocks.forEach { append($0) } }

  var startIndex: Int { 0 }

  subscript(number: Int) -> EntryStore.Block {
    get { pages[number / BlockList.pageSize][number % BlockList.pageSize] }
    set { pages[number / BlockList.pageSize][number % BlockList.pageSize] = newValue }
  }

  mutating func append(_ block: EntryStore.Block) {
    if endIndex % BlockList.pageSize == 0 { pages.append([]) }
    pages[pages.count - 1].append(block)
    endIndex += 1
  }
}
