import Base
import CConfinement
import Glibc

/// A program of the system that works on bytes of outsiders, in a process that can do nothing else.
///
/// It has the bytes and files in memory for what it makes; no network, no other file but the programs
/// and libraries of the system, no environment; so much memory, time and output; and it ends with this
/// process. It may crash or hang: that is an answer like another.
///
/// - Source: Landlock and seccomp of Linux, as their manual pages describe them.
/// - Thread: shared.
public struct ConfinedProgram: Sendable {
  /// What it may use.
  public struct Bounds: Sendable {
    public var memoryBytes: UInt64 = 768 << 20
    public var processorSeconds: UInt64 = 30
    public var seconds = 40.0
    /// Of each file that it writes.
    public var outputBytes: UInt64 = 64 << 20

    public init() {}
  }

  /// Why it has made nothing.
  public enum Failure: Error, Hashable, Sendable {
    /// There is no such program.
    case missing
    /// The system started no process, or gave no file in memory.
    case notStarted
    case tookTooLong
    /// Ended by a signal, which the processor's and the output's limits send, too.
    case crashed(signal: Int32)
    /// It says that it cannot: what it wrote about it, at most 300 bytes.
    case refused(String)
  }

  /// An absolute path.
  public let path: String
  public let bounds: Bounds

  public init(path: String, bounds: Bounds = Bounds()) {
    self.path = path
    self.bounds = bounds
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: without its own name. It finds the input as `/dev/fd/0` and writes its outputs to
  ///     `/dev/fd/1`, `/dev/fd/3`, `/dev/fd/4` and so on; all of them can be read and written anywhere.
  ///   - outputs: how many, 1...4.
  /// - Returns: what it wrote to each.
  public func run(
    _ arguments: [String], input: [UInt8], outputs: Int
  ) throws(Failure) -> [[UInt8]] {
    guard access(path, X_OK) == 0 else { throw .missing }
    let written = try MemoryFile("input")
    guard written.write(input) else { throw .notStarted }
    let errors = try MemoryFile("errors")
    var made: [MemoryFile] = []
    for _ in 0..<min(max(outputs, 1), 4) { made.append(try MemoryFile("output")) }
    let places = [written, made[0], errors] + made.dropFirst()
    let process = try start(arguments, places.map(\.descriptor))
    var code: Int32 = 0
    switch wayside_confined_wait(process, Int32(bounds.seconds * 1000), &code) {
    case 0 where code == 0: return made.map { $0.read(most: Int(bounds.outputBytes)) }
    case 0:
      throw .refused(String(decoding: errors.read(most: 300), as: UTF8.self).trimmedOfSpace)
    case 1: throw .crashed(signal: code)
    case 2: throw .tookTooLong
    default: throw .notStarted
    }
  }

  private func start(_ arguments: [String], _ descriptors: [Int32]) throws(Failure) -> pid_t {
    let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var confinement = wayside_confinement(
      memory_bytes: bounds.memoryBytes, processor_seconds: bounds.processorSeconds,
      output_bytes: bounds.outputBytes)
    let process = wayside_confined_start(
      path, words, descriptors, Int32(descriptors.count), &confinement)
    guard process > 0 else { throw .notStarted }
    return process
  }

  /// Whether the kernel keeps files from such programs; an older one leaves that to their arguments.
  public static var confinesFiles: Bool { wayside_confines_files() != 0 }
}

/// A nameless file in memory, for as long as it is referred to.
private final class MemoryFile {
  let descriptor: Int32

  init(_ name: String) throws(ConfinedProgram.Failure) {
    descriptor = wayside_memory_file(name)
    guard descriptor >= 0 else { throw .notStarted }
  }

  deinit { close(descriptor) }

  /// Writes from the beginning, and goes back there; whether all was written.
  func write(_ bytes: [UInt8]) -> Bool {
    let isWritten = bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let count = pwrite(
          descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset, offset)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        offset += count
      }
      return true
    }
    return isWritten && lseek(descriptor, 0, SEEK_SET) == 0
  }

  /// What stands in it, at most so much.
  func read(most: Int) -> [UInt8] {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: min(Int(size), most)) { buffer, count in
      while count < buffer.count {
        let read = pread(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, count)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { break }
        count += read
      }
    }
  }
}
