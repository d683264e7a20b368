import Glibc
import SystemPackage

/// A terminal that hands over keys one by one and does not show them, until this is let go: then it is as it was.
///
/// Ctrl-C and Ctrl-Z stay signals, so that a program that hangs can still be left.
public struct RawTerminal: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  private var former: termios

  /// Takes over the terminal behind a descriptor.
  ///
  /// - Throws: `SystemError` of `tcgetattr` or `tcsetattr`: ENOTTY where it is no terminal.
  public init(_ descriptor: FileDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    former = termios()
    guard unsafe tcgetattr(descriptor.rawValue, &former) == 0 else { throw .last("tcgetattr") }
    var raw = former
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // VTIME and VMIN: a read takes what is there and never waits.
    raw.c_cc.5 = 0
    raw.c_cc.6 = 0
    guard unsafe tcsetattr(descriptor.rawValue, TCSAFLUSH, &raw) == 0 else { throw .last("tcsetattr") }
  }

  deinit {
    var former = former
    // Whoever hung up the terminal does not miss its settings.
    _ = unsafe tcsetattr(descriptor.rawValue, TCSAFLUSH, &former)
  }

  /// The keys that were pressed and not read yet, as bytes, at most 64.
  ///
  /// The corresponding C function is `read`.
  public func keys() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { room in
      retryingOnInterrupt { unsafe read(descriptor.rawValue, room.baseAddress, room.count) }
    }
    return count > 0 ? Array(bytes[..<count]) : []
  }
}
