import Glibc
import SystemPackage

/// A file descriptor that has one owner and is closed when the owner goes.
///
/// Every kernel object of this room and of LinuxInput holds one, so that no path out of a function can leak it and none
/// can close it twice.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor, for calls on it. It must not be kept beyond the owner's life, and not be closed.
  public let value: FileDescriptor

  /// Takes ownership of an open descriptor.
  public init(owning value: FileDescriptor) {
    self.value = value
  }

  /// Takes ownership of what a C function returned.
  ///
  /// - Throws: `SystemError` where that was -1: with the errno it left, and with `operation` as its name.
  package init(owning result: CInt, from operation: String, path: String? = nil) throws(SystemError) {
    guard result >= 0 else { throw .last(operation, path: path) }
    value = FileDescriptor(rawValue: result)
  }

  /// The descriptor's number, for C.
  package var rawValue: CInt { value.rawValue }

  deinit {
    // What close reports is about written data; nothing here is written in a way that close could lose.
    _ = Glibc.close(value.rawValue)
  }
}
