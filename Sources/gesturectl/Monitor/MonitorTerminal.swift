import LinuxEventLoop
import Synchronization

/// The terminal as the monitor has it: a page of its own, no cursor, keys one by one. What it was before is there
/// again when this goes.
final class MonitorTerminal: Sendable {
  private let raw: RawTerminal
  private let wasToldToStop = Mutex(false)

  /// Takes the terminal over.
  ///
  /// - Throws: `SystemError` where standard input is no terminal.
  init() throws(SystemError) {
    raw = try RawTerminal(.standardInput)
    // Who is stopped by a signal leaves the terminal as it was, too.
    SignalRouter.shared.handle { [weak self] signal in
      guard let self else { return false }
      wasToldToStop.withLock { $0 = true }
      return true
    }
    put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
  }

  deinit {
    put("\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l")
  }

  /// Whether a signal said that it is enough.
  var isStopped: Bool { wasToldToStop.withLock { $0 } }

  /// The keys pressed since this was last asked.
  func takeKeys() -> [UInt8] { raw.keys() }

  /// How large it is now.
  var size: TerminalSize {
    TerminalSize(of: .standardOutput) ?? TerminalSize(columns: 80, rows: 24)
  }

  /// Writes to it, and waits until it has taken it.
  ///
  /// - Returns: whether somebody is there.
  @discardableResult
  func put(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return StandardStream.output.write(bytes, in: bytes.indices) == .written
  }
}
