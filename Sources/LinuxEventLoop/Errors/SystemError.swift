import GestureCore
import Glibc
import SystemPackage

/// A failed system call about which its caller has to decide.
///
/// Normal outcomes, such as an empty queue or a peer that went away, are values of the call's own outcome type instead.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The C function that failed, in its C spelling.
  public let operation: String
  /// The reason of the failure.
  public let errno: Errno
  /// The path of the call; nil for a call without a path.
  public let path: String?

  public init(operation: String, errno: Errno, path: String? = nil) {
    self.operation = operation
    self.errno = errno
    self.path = path
  }

  /// The error of the last C function, from `errno`.
  package static func last(_ operation: String, path: String? = nil) -> SystemError {
    SystemError(operation: operation, errno: lastErrno, path: path)
  }

  /// One line: the failed call, its path, and the reason.
  public var description: String {
    guard let path else { return "\(operation) failed: \(errno)" }
    return "\(path.escapedForMessage): \(operation) failed: \(errno)"
  }
}

/// Runs a body that throws a `SystemError`, and throws it wrapped in the caller's own kind of error.
package func wrapping<Result: ~Copyable, Failure: Error>(
  as wrap: (SystemError) -> Failure, _ body: () throws(SystemError) -> Result
) throws(Failure) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw wrap(error)
  }
}

/// The `errno` of the last C function; it must be read before any other call.
package var lastErrno: Errno { Errno(rawValue: Glibc.errno) }

/// Repeats a C function as long as a signal interrupts it.
///
/// Returns the function's result: -1 means that `lastErrno` holds an error other than EINTR. Never used for `close`,
/// which on Linux closes the descriptor even when it reports EINTR.
@inlinable @inline(__always)
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || Glibc.errno != EINTR { return result }
  }
}

extension SystemError: AdvisedMessage {
  package var advice: String {
    switch errno {
    case .permissionDenied, .notPermitted:
      "Run the program as the service or as root, or change the permission of the path."
    default:
      "Remove the cause that the kernel gives: a missing path, a full disk, no memory, too many open files."
    }
  }

  package static let samples = [
    SystemError(operation: "…", errno: .ioError, path: "…"), SystemError(operation: "…", errno: .ioError),
    SystemError(operation: "…", errno: .permissionDenied, path: "…"),
  ]
}
