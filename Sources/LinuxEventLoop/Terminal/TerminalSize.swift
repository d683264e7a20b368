import Glibc
import SystemPackage

/// The number of characters that a terminal shows.
public struct TerminalSize: Hashable, Sendable {
  /// The characters across.
  public var columns: Int
  /// The characters down.
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of the terminal behind a descriptor; nil where it is not a terminal, or reports no size (some serial
  /// lines report 0 × 0).
  ///
  /// The corresponding C function is `ioctl` with `TIOCGWINSZ`.
  public init?(of descriptor: FileDescriptor) {
    var size = winsize()
    guard unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
