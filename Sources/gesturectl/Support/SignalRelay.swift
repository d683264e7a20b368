import Synchronization

/// Passes signals on to a process, and keeps signals that arrive before the process exists.
final class SignalRelay: Sendable {
  private struct State {
    var waiting: [CInt] = []
    var send: (@Sendable (CInt) -> Void)?
  }

  private let state = Mutex(State())

  /// Passes a signal on.
  func pass(_ number: CInt) {
    let send = state.withLock { state in
      if state.send == nil { state.waiting.append(number) }
      return state.send
    }
    send?(number)
  }

  /// Sends the kept signals and all later ones to the process, which exists now.
  func begin(_ send: @escaping @Sendable (CInt) -> Void) {
    let waiting = state.withLock { state in
      state.send = send
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach(send)
  }

  /// Ends the relay as the process is gone. Another process may soon have its number.
  func end() {
    state.withLock { $0.send = { _ in } }
  }
}
