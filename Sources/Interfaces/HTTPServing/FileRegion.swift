import Base
import Glibc

/// An open file that answers are sent from; closed when the last user lets go.
///
/// - Thread: shared; nothing but the descriptor number is kept, and reading gives offsets.
public final class OpenFile: Sendable {
  public let descriptor: Int32
  /// Bytes at the time of opening.
  public let size: Int

  /// Opens a regular file for reading, never through a symbolic link in the last part.
  ///
  /// - Parameter path: made by the server, never from parts of a request.
  /// - Throws: `Refusal.notFound` if there is no readable regular file.
  public init(path: String) throws(Refusal) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw Refusal.notFound("file") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Refusal.notFound("file")
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  /// Takes over a descriptor that is open for reading a regular file; closed with this.
  public init(taking descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit { close(descriptor) }
}

/// Bytes `offset..<offset + count` of a file.
public struct FileRegion: Sendable {
  public let file: OpenFile
  public let offset: Int
  public let count: Int

  /// The part that lies within the file.
  public init(_ file: OpenFile, offset: Int = 0, count: Int? = nil) {
    self.file = file
    self.offset = min(max(0, offset), file.size)
    self.count = min(max(0, count ?? file.size), file.size - self.offset)
  }

  /// Reads the bytes into memory; for tests and small files.
  public func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(file.descriptor, base + filled, count - filled, off_t(offset + filled))
        if got <= 0 { break }
        filled += got
      }
    }
  }
}

extension HTTPResponse {
  /// Answers a GET or HEAD for a file: 200, 206, 304, 412 or 416 as the request's header says.
  ///
  /// - Parameters:
  ///   - tag: names this version of the file.
  ///   - type: the `Content-Type`.
  public static func file(
    _ file: OpenFile, type: String, tag: EntityTag, for request: HTTPRequest
  ) -> HTTPResponse {
    var response: HTTPResponse
    switch Preconditions.read(request.headers, current: tag) {
    case .notModified: return HTTPResponse(304).with("ETag", tag.description)
    case .failed, .missing:
      return HTTPRefusal(412, "stale", "The file is not the version you named.")
        .problemResponse()
    case .met: break
    }
    // A range is of a GET alone (RFC 9110, section 14.2).
    let range =
      request.method == .get ? ByteRange(request.headers, size: file.size, tag: tag) : .whole
    switch range {
    case .whole:
      response = HTTPResponse(200, body: .file(FileRegion(file)))
    case .part(let range):
      response = HTTPResponse(
        206, body: .file(FileRegion(file, offset: range.lowerBound, count: range.count)))
      response.headers.append(
        "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
    case .unsatisfiable:
      return HTTPRefusal(
        416, "range-not-satisfiable", "The file has only \(file.size) bytes."
      ).problemResponse().with("Content-Range", "bytes */\(file.size)")
    }
    response.headers.append("Content-Type", type)
    response.headers.append("ETag", tag.description)
    response.headers.append("Accept-Ranges", "bytes")
    return response
  }
}
