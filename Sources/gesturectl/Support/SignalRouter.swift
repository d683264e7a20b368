import LinuxEventLoop
import Synchronization

/// Hands signals to whoever wants them; those that nobody wants end the program, as they do by themselves.
final class SignalRouter: Sendable {
  /// The program's.
  static let shared = SignalRouter()

  private let handler = Mutex<(@Sendable (Signal) -> Bool)?>(nil)

  private init() {}

  /// Asks for signals.
  ///
  /// - Parameter handler: says whether it has taken the signal; it is called on the main thread, and does not wait.
  func handle(_ handler: @escaping @Sendable (Signal) -> Bool) {
    self.handler.withLock { $0 = handler }
  }

  /// Takes signals for as long as the program runs.
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
