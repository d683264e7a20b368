import LinuxEventLoop
import Synchronization

/// Hands signals to a handler. A signal that the handler refuses ends the program, as it does by default.
final class SignalRouter: Sendable {
  /// The program's only router.
  static let shared = SignalRouter()

  private let handler = Mutex<(@Sendable (Signal) -> Bool)?>(nil)

  private init() {}

  /// Sets the handler of signals.
  ///
  /// - Parameter handler: returns whether it has handled the signal. It runs on the main thread and must not wait.
  func setHandler(_ handler: @escaping @Sendable (Signal) -> Bool) {
    self.handler.withLock { $0 = handler }
  }

  /// Routes signals while the program runs.
  func route(_ signals: borrowing SignalCatcher) throws(SystemError) {
    var poller = try Poller(capacity: 1)
    try poller.add(
      signals.descriptor, interest: [.readable], token: PollToken(kind: 0, index: 0, generation: 0))
    while true {
      try poller.wait(timeout: nil)
      while let signal = signals.next() {
        let handler = handler.withLock { $0 }
        if handler?(signal) != true { signal.endProcess() }
      }
    }
  }
}
