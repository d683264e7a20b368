import LinuxEventLoop
import Synchronization

/// The monitor's terminal: a page of its own, no cursor, keys one by one. The release of the object restores the
/// terminal.
final class MonitorTerminal: Sendable {
  private let raw: RawTerminal
  private let isStopRequested = Mutex(false)

  /// Sets the terminal up: no line editing, no echo, the alternate screen.
  ///
  /// - Throws: `SystemError` where standard input is not a terminal.
  init() throws(SystemError) {
    raw = try RawTerminal(.standardInput)
    // The terminal is restored after a signal, too.
    SignalRouter.shared.setHandler { [weak self] signal in
      guard let self else { return false }
      isStopRequested.withLock { $0 = true }
      return true
    }
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  deinit {
    write("\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l")
  }

  /// Whether a signal asked the monitor to stop.
  var isStopped: Bool { isStopRequested.withLock { $0 } }

  /// The keys pressed since the last call.
  func readKeys() -> [UInt8] { raw.keys() }

  /// The present size.
  var size: TerminalSize {
    TerminalSize(of: .standardOutput) ?? TerminalSize(columns: 80, rows: 24)
  }

  /// Writes to the terminal, and waits until the terminal has read the text.
  ///
  /// - Returns: whether the terminal still exists.
  @discardableResult
  func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return StandardStream.output.write(bytes, in: bytes.indices) == .written
  }
}
