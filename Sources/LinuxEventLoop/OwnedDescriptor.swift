import Glibc
import SystemPackage

/// A file descriptor with one owner, closed when the owner goes.
///
/// Every kernel object of this module and of LinuxInput holds one, so that no path out of a function can leak it or
/// close it twice.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor, for calls on it. It must not be kept beyond the owner's life, nor be closed.
  public let value: FileDescriptor

  /// Takes ownership of an open descriptor.
  public init(owning value: FileDescriptor) {
    self.value = value
  }

  /// Takes ownership of the descriptor that a C function returned.
  ///
  /// - Throws: `SystemError` where the result was -1, with its errno and with `operation` as its name.
  package init(owning result: CInt, from operation: String, path: String? = nil) throws(SystemError) {
    guard result >= 0 else { throw .last(operation, path: path) }
    value = FileDescriptor(rawValue: result)
  }

  /// The descriptor's number, for C.
  package var rawValue: CInt { value.rawValue }

  deinit {
    // Errors of `close` concern written data. PrivateFile has asked for them before, and no other data is in a file.
    _ = Glibc.close(value.rawValue)
  }
}
