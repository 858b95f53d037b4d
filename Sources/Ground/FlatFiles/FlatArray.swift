/// Numbers that lie in a mapped file or in one allocation, read without copying.
///
/// - Thread: shared.
// Invariant: the memory is never written after the file was opened, and `owner` keeps it alive as
// long as this value lives.
public struct FlatArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable,
  RandomAccessCollection
{
  /// What keeps the memory alive.
  public let owner: FlatMemory
  /// The elements; valid as long as this value lives.
  public let buffer: UnsafeBufferPointer<Element>

  init(owner: FlatMemory, buffer: UnsafeBufferPointer<Element>) {
    self.owner = owner
    self.buffer = buffer
  }

  /// Elements in memory of their own.
  public init(_ elements: [Element]) {
    let memory = FlatMemory(copying: elements)
    owner = memory
    buffer = UnsafeBufferPointer(
      start: memory.bytes.baseAddress?.bindMemory(to: Element.self, capacity: elements.count),
      count: elements.count)
  }

  @inlinable public var startIndex: Int { 0 }

  @inlinable public var endIndex: Int { buffer.count }

  /// The element at a position, 0 up to the count.
  @inlinable
  public subscript(position: Int) -> Element { buffer[position] }

  /// A part of the elements, numbered from 0, in the same memory; empty where there is none.
  public func part(_ range: Range<Int>) -> FlatArray {
    let range = range.clamped(to: 0..<buffer.count)
    return FlatArray(owner: owner, buffer: UnsafeBufferPointer(rebasing: buffer[range]))
  }
}
