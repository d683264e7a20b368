import Glibc
import SystemPackage

/// A terminal that delivers keys one by one and does not show them. The end of this value restores the terminal.
///
/// Ctrl-C and Ctrl-Z stay signals, so that the user can leave a program that hangs.
public struct RawTerminal: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  private var former: termios

  /// Turns off line editing and echo in the terminal behind a descriptor.
  ///
  /// - Throws: `SystemError` of `tcgetattr` or `tcsetattr`: ENOTTY where the descriptor is not a terminal.
  public init(_ descriptor: FileDescriptor) throws(SystemError) {
    self.descriptor = descriptor
    former = termios()
    guard unsafe tcgetattr(descriptor.rawValue, &former) == 0 else { throw .last("tcgetattr") }
    var raw = former
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // VTIME and VMIN: a read takes the available keys and never waits.
    raw.c_cc.5 = 0
    raw.c_cc.6 = 0
    guard unsafe tcsetattr(descriptor.rawValue, TCSAFLUSH, &raw) == 0 else { throw .last("tcsetattr") }
  }

  deinit {
    var former = former
    // A terminal that was hung up needs no settings, so errors do not matter.
    _ = unsafe tcsetattr(descriptor.rawValue, TCSAFLUSH, &former)
  }

  /// The pressed keys that were not read yet, as bytes, at most 64.
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
