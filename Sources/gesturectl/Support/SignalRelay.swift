import Synchronization

/// Passes signals on to a process, and keeps those that come before it is there.
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

  /// The process is there.
  func begin(_ send: @escaping @Sendable (CInt) -> Void) {
    let waiting = state.withLock { state in
      state.send = send
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach(send)
  }

  /// The process is gone: its number may soon be another's.
  func end() {
    state.withLock { $0.send = { _ in } }
  }
}
