import CLinux
import Glibc
import SystemPackage

/// The writing end of a pipe. Each call returns at once, without waiting.
public struct PipeWriter: ~Copyable, Sendable {
  private let pipe: OwnedDescriptor

  /// Takes ownership of the writing end of a pipe, and makes its writes return at once.
  ///
  /// - Throws: `SystemError` of `fcntl`; EBADF where the descriptor is no writing end of a pipe.
  public init(owning pipe: consuming OwnedDescriptor) throws(SystemError) {
    let descriptor = pipe.rawValue
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last("fstat") }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0 else { throw .last("fcntl") }
    guard status.st_mode & S_IFMT == S_IFIFO, flags & O_ACCMODE == O_WRONLY else {
      throw SystemError(operation: "fcntl", errno: .badFileDescriptor)
    }
    guard fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .last("fcntl") }
    self.pipe = pipe
  }

  /// The descriptor to register with the `Poller`. A pipe whose reader is gone reports an error.
  public var descriptor: FileDescriptor { pipe.value }

  /// Writes bytes, at least one. The kernel takes up to 4096 bytes whole or not at all.
  ///
  /// The corresponding C function is `write`. SIGPIPE must be ignored.
  public func write(_ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
    precondition(unsafe !bytes.isEmpty, "a write needs at least one byte")
    let count = retryingOnInterrupt { unsafe Glibc.write(pipe.rawValue, bytes.baseAddress, bytes.count) }
    if count >= 0 { return .wrote(count) }
    return lastErrno == .wouldBlock ? .wouldBlock : .closed(lastErrno)
  }

  /// The bytes that the reader has not taken; nil where the kernel does not say.
  public var unreadBytes: Int? {
    let count = clinux_pipe_unread_bytes(pipe.rawValue)
    return count < 0 ? nil : Int(count)
  }
}
