/// Numbers that lie in a mapped file or in one allocation, read without copying.
///
/// - Thread: shared.
// Invariant: the memory is never written after the file was opened, and `owner` keeps it alive as
// long as this value lives.
public struct FlatArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable,
  RandomAccessCollection
{
  private let owner: FlatMemory
  /// The elements; valid as long as this value lives.
  public let buffer: UnsafeBufferPointer<Element>

  init(owner: FlatMemory, buffer: UnsafeBufferPointer<Element>) {
    self.owner = owner
    self.buffer = buffer
  }

  @inlinable public var startIndex: Int { 0 }

  @inlinable public var endIndex: Int { buffer.count }

  @inlinable
  public subscript(position: Int) -> Element { buffer[position] }
}
