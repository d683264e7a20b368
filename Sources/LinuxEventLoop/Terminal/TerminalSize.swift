import Glibc
import SystemPackage

/// How many characters a terminal shows.
public struct TerminalSize: Hashable, Sendable {
  /// Across.
  public var columns: Int
  /// Down.
  public var rows: Int

  /// A size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of the terminal behind a descriptor; nil where there is none, or where it does not say (some serial
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
