import Glibc

/// A signal that the daemon handles.
public enum Signal: Hashable, Sendable {
  /// SIGTERM: a service manager asks to stop.
  case terminate
  /// SIGINT: Ctrl-C on the terminal asks to stop.
  case interrupt
  /// SIGHUP: the terminal went away, or a program asks for a reload of the configuration.
  case hangUp
  /// Another signal, by its number.
  case other(CInt)

  /// The signal of that number.
  public init(number: CInt) {
    switch number {
    case SIGTERM: self = .terminate
    case SIGINT: self = .interrupt
    case SIGHUP: self = .hangUp
    default: self = .other(number)
    }
  }

  /// The kernel's number.
  public var number: CInt {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    case .other(let number): number
    }
  }

  /// Ends the process by the signal's default action, so that the waiting parent learns of the signal.
  ///
  /// The corresponding C functions are `signal` and `raise`.
  public func endProcess() {
    _ = Glibc.signal(number, SIG_DFL)
    _ = raise(number)
  }
}
