import Glibc
import SystemPackage

/// A system call that failed in a way its caller has to decide on.
///
/// Outcomes that are a normal part of life (nothing to read yet, the peer went away) are values of the call's own
/// outcome type instead.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The C function that failed, in its C spelling.
  public let operation: String
  /// Why it failed.
  public let errno: Errno
  /// The path it was about, if it was about one.
  public let path: String?

  /// An error of `operation`; `errno` is taken as it stands after the call unless given.
  public init(operation: String, errno: Errno, path: String? = nil) {
    self.operation = operation
    self.errno = errno
    self.path = path
  }

  /// The error that the C function called last has left in `errno`.
  package static func last(_ operation: String, path: String? = nil) -> SystemError {
    SystemError(operation: operation, errno: lastErrno, path: path)
  }

  /// One line: what failed, on which path, and why.
  public var description: String {
    guard let path else { return "\(operation) failed: \(errno)" }
    return "\(path.escapedForMessage): \(operation) failed: \(errno)"
  }
}

/// Runs something that throws a `SystemError`, and throws it wrapped in the error of the caller's own kind.
package func wrapping<Result: ~Copyable, Failure: Error>(
  as wrap: (SystemError) -> Failure, _ body: () throws(SystemError) -> Result
) throws(Failure) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw wrap(error)
  }
}

/// What the C function called last has left in `errno`; to be read before anything else is called.
package var lastErrno: Errno { Errno(rawValue: Glibc.errno) }

/// Runs a C function again for as long as a signal interrupts it.
///
/// Returns what it returned: -1 means that `lastErrno` holds an error other than EINTR. Never used around `close`,
/// which on Linux has closed the descriptor even when it reports EINTR.
@inlinable @inline(__always)
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || Glibc.errno != EINTR { return result }
  }
}
