import CLinux

/// What a descriptor is asked for, and what it turned out to be ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// The kernel's epoll bits.
  public let rawValue: UInt32

  /// A set of the kernel's epoll bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A read, or an accept, would not wait. EPOLLIN.
  public static var readable: Readiness { Readiness(rawValue: EPOLLIN.rawValue) }
  /// A write would not wait. EPOLLOUT.
  public static var writable: Readiness { Readiness(rawValue: EPOLLOUT.rawValue) }
  /// Both directions are closed, or the device is gone. Reported whether asked for or not. EPOLLHUP.
  public static var hangUp: Readiness { Readiness(rawValue: EPOLLHUP.rawValue) }
  /// The descriptor has failed. Reported whether asked for or not. EPOLLERR.
  public static var error: Readiness { Readiness(rawValue: EPOLLERR.rawValue) }
  /// Asked for, never reported: readiness is told once when it comes, not for as long as it lasts. Who asks for it takes all
  /// that is there, or has the poller told anew. EPOLLET.
  public static var once: Readiness { Readiness(rawValue: 1 << 31) }
}
