import GestureCore
import Glibc
import SystemPackage

/// The outcome of a message to the service manager. No caller needs to act on it; it serves debug lines and tests.
public enum NotifyOutcome: Hashable, Sendable {
  /// The service manager has the message.
  case sent
  /// No service manager asked for messages.
  case notConfigured
  /// The message could not be sent, for that reason. The daemon continues.
  case failed(Errno)
}

/// Reports the daemon's state to the service manager: the protocol of `sd_notify(3)` over NOTIFY_SOCKET.
///
/// Does nothing when the daemon was not started as a service, and never waits for the manager.
public struct ServiceNotifier: ~Copyable {
  private let socket: OwnedDescriptor?
  private let address: UnixAddress?

  /// The longest time between two calls of `watchdog`, from WATCHDOG_USEC; nil when the manager does not watch.
  ///
  /// The caller calls twice as often, as `sd_watchdog_enabled(3)` advises.
  public let watchdogInterval: TimeSpan?

  /// A notifier for this environment. The notifier does nothing when the environment names no usable socket.
  public init(environment: ProcessEnvironment, processID: Int32 = ProcessIdentity.processID) {
    address = environment["NOTIFY_SOCKET"].flatMap { UnixAddress(pathOrAbstractName: $0) }
    socket = address == nil ? nil : try? makeUnixSocket(SOCK_DGRAM)
    watchdogInterval = Self.watchdogInterval(in: environment, processID: processID)
  }

  /// The daemon serves: units ordered after it may start.
  @discardableResult
  public func ready() -> NotifyOutcome { send("READY=1") }

  /// The daemon reads its configuration again; `ready` reports the end of that.
  @discardableResult
  public func reloading(at now: Instant) -> NotifyOutcome {
    send("RELOADING=1\nMONOTONIC_USEC=\(now.microseconds)")
  }

  /// The daemon is shutting down.
  @discardableResult
  public func stopping() -> NotifyOutcome { send("STOPPING=1") }

  /// The loop still turns.
  @discardableResult
  public func watchdog() -> NotifyOutcome { send("WATCHDOG=1") }

  /// The loop still turns, and the manager is to act where the next sign stays out for another time than before.
  @discardableResult
  public func watchdog(within span: TimeSpan) -> NotifyOutcome {
    send("WATCHDOG_USEC=\(span.microseconds)\nWATCHDOG=1")
  }

  /// One line for `systemctl status`. Control characters in it are escaped: a newline would start a new assignment.
  @discardableResult
  public func status(_ line: String) -> NotifyOutcome { send("STATUS=\(line.escapedForMessage)") }

  private func send(_ message: String) -> NotifyOutcome {
    guard let address, let descriptor = descriptor else { return .notConfigured }
    let bytes = Array(message.utf8)
    let count = unsafe address.withSocketAddress { address, length in
      retryingOnInterrupt {
        unsafe sendto(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL), address, length)
      }
    }
    return count == bytes.count ? .sent : .failed(lastErrno)
  }

  private var descriptor: CInt? {
    switch socket {
    case .some(let socket): socket.rawValue
    case .none: nil
    }
  }

  private static func watchdogInterval(in environment: ProcessEnvironment, processID: Int32) -> TimeSpan? {
    guard let text = environment["WATCHDOG_USEC"], let microseconds = Int64(text), microseconds > 0 else {
      return nil
    }
    // WATCHDOG_PID names the watched process; without it, every process with the variable is watched.
    if let watched = environment["WATCHDOG_PID"], watched != "\(processID)" { return nil }
    return TimeSpan(microseconds: microseconds)
  }
}
