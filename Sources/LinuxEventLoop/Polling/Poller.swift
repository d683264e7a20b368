import CLinux
import GestureCore
import Glibc
import SystemPackage

/// Waits until descriptors are ready: the one place where the daemon sleeps.
///
/// Readiness is level-triggered: unread data is reported again, so a handler may stop early and lose nothing, unless it
/// asked for `once`. The events of a wait are kept in storage made at the start and read by index, so that waiting
/// allocates nothing.
///
/// Safe although `epoll_event` holds a union with a pointer: only its 64-bit number is ever written and read.
@safe
public struct Poller: ~Copyable {
  private let epoll: OwnedDescriptor
  private var events: [epoll_event]

  /// The number of events of the last `wait`: the indices `0..<readyCount` may be read.
  public private(set) var readyCount = 0
  /// The kinds of the events' tokens, one bit each: a kind without an event needs no search.
  public private(set) var readyKinds: UInt64 = 0

  /// A `Poller` of up to `capacity` events a wait; further events come with the next wait.
  ///
  /// - Throws: `SystemError` of `epoll_create1`.
  public init(capacity: Int = 64) throws(SystemError) {
    precondition(capacity > 0, "`Poller` without room for an event would never report one")
    epoll = try OwnedDescriptor(owning: epoll_create1(CInt(EPOLL_CLOEXEC)), from: "epoll_create1")
    unsafe events = Array(repeating: epoll_event(), count: capacity)
  }

  /// Watches a descriptor. The caller removes it before it is closed.
  ///
  /// - Throws: `SystemError` of `epoll_ctl`: EPERM for a regular file, which epoll does not accept.
  public func add(_ descriptor: FileDescriptor, interest: Readiness, token: PollToken) throws(SystemError) {
    try control(EPOLL_CTL_ADD, descriptor, interest, token)
  }

  /// Changes the interest in a watched descriptor, or its token. An empty interest still reports hang-up and error.
  ///
  /// - Throws: `SystemError` of `epoll_ctl`.
  public func modify(_ descriptor: FileDescriptor, interest: Readiness, token: PollToken) throws(SystemError)
  {
    try control(EPOLL_CTL_MOD, descriptor, interest, token)
  }

  /// Stops watching a descriptor.
  ///
  /// - Throws: `SystemError` of `epoll_ctl`.
  public func remove(_ descriptor: FileDescriptor) throws(SystemError) {
    try control(EPOLL_CTL_DEL, descriptor, [], PollToken(rawValue: 0))
  }

  /// Sleeps until a descriptor is ready or the timeout has passed; nil waits for ever, zero or less does not wait.
  ///
  /// The timeout is rounded up to the millisecond, so that the wait never ends early: exact times need a
  /// `DeadlineTimer`. A signal outside a `SignalSource` does not end the wait.
  ///
  /// - Returns: the number of events, zero after the timeout.
  /// - Throws: `SystemError` of `epoll_wait`, which only a programming error can cause.
  ///
  /// The corresponding C function is `epoll_wait`.
  @discardableResult
  public mutating func wait(timeout: TimeSpan?) throws(SystemError) -> Int {
    readyCount = 0
    readyKinds = 0
    var remaining = Self.milliseconds(of: timeout)
    // A bounded wait that a signal interrupts continues until its original end.
    let start = remaining > 0 ? MonotonicClock.now() : Instant(microseconds: 0)
    while true {
      let count = unsafe epoll_wait(epoll.rawValue, &events, CInt(events.count), remaining)
      if count >= 0 {
        readyCount = Int(count)
        for index in 0..<readyCount {
          readyKinds |= unsafe 1 << UInt64(PollToken(rawValue: events[index].data.u64).kind & 63)
        }
        return readyCount
      }
      guard lastErrno == .interrupted else { throw .last("epoll_wait") }
      if remaining > 0, let timeout {
        let passed = MonotonicClock.now() - start
        remaining = Self.milliseconds(of: TimeSpan(microseconds: timeout.microseconds - passed.microseconds))
      }
    }
  }

  /// Forgets the events of the last wait, since they were handled.
  public mutating func forget() {
    readyCount = 0
    readyKinds = 0
  }

  /// An event of the last wait. `index` is below `readyCount`.
  public subscript(index: Int) -> PollEvent {
    precondition(index < readyCount, "only events of the last wait can be read")
    return PollEvent(
      token: unsafe PollToken(rawValue: events[index].data.u64),
      readiness: unsafe Readiness(rawValue: events[index].events)
    )
  }

  private func control(
    _ operation: CInt, _ descriptor: FileDescriptor, _ interest: Readiness, _ token: PollToken
  ) throws(SystemError) {
    var event = unsafe epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token.rawValue))
    guard unsafe epoll_ctl(epoll.rawValue, operation, descriptor.rawValue, &event) == 0 else {
      throw .last("epoll_ctl")
    }
  }

  /// The timeout in `epoll_wait`'s form: -1 for ever, else rounded up and bounded by the range of CInt.
  private static func milliseconds(of timeout: TimeSpan?) -> CInt {
    guard let timeout else { return -1 }
    guard timeout > .zero else { return 0 }
    let whole = timeout.microseconds / 1000 + (timeout.microseconds % 1000 > 0 ? 1 : 0)
    return CInt(clamping: whole)
  }
}

/// One ready descriptor of a `Poller.wait`.
public struct PollEvent: Hashable, Sendable {
  /// The token that the descriptor was registered with.
  public let token: PollToken
  /// The descriptor's readiness.
  public let readiness: Readiness

  /// An event with these values.
  public init(token: PollToken, readiness: Readiness) {
    self.token = token
    self.readiness = readiness
  }
}

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
  /// everything that is there, or registers the descriptor again. EPOLLET.
  public static var once: Readiness { Readiness(rawValue: 1 << 31) }
}
