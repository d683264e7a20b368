import Glibc
import LinuxEventLoop
import SystemPackage

/// A pipe for a test. Both ends are non-blocking, and are closed with the value.
struct Pipe: ~Copyable {
  private(set) var reader: OwnedDescriptor?
  let writer: OwnedDescriptor
  /// The descriptor of the reading end, even after it was closed.
  let readDescriptor: FileDescriptor

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readDescriptor = FileDescriptor(rawValue: ends[0])
    reader = OwnedDescriptor(owning: readDescriptor)
    writer = OwnedDescriptor(owning: FileDescriptor(rawValue: ends[1]))
  }

  /// The writing end's descriptor.
  var writeDescriptor: FileDescriptor { writer.value }

  /// Makes the pipe readable.
  func put(_ bytes: [UInt8]) {
    _ = unsafe Glibc.write(writer.value.rawValue, bytes, bytes.count)
  }

  /// Reads the waiting bytes, at most 64 KiB.
  func take() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(readDescriptor.rawValue, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Closes the reading end, as a reader that has read enough.
  mutating func closeReader() {
    reader = nil
  }
}
