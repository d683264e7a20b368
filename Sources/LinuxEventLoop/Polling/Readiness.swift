import CLinux

/// The requested or the found readiness of a descriptor.
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
  /// Both directions are closed, or the device is gone. Reported even when not requested. EPOLLHUP.
  public static var hangUp: Readiness { Readiness(rawValue: EPOLLHUP.rawValue) }
  /// The descriptor has failed. Reported even when not requested. EPOLLERR.
  public static var error: Readiness { Readiness(rawValue: EPOLLERR.rawValue) }
  /// Requested, never reported: readiness is reported once when it begins, not as long as it lasts. Its user reads
  /// everything that is there, or registers the descriptor anew. EPOLLET.
  public static var once: Readiness { Readiness(rawValue: 1 << 31) }
}
