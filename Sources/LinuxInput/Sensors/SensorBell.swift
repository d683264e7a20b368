public import LinuxEventLoop
public import SystemPackage

/// What sensors' threads wake the loop with: one for all of them.
public final class SensorBell: Sendable {
  private let wakeUp: WakeUp

  /// One that is silent.
  ///
  /// - Throws: `SystemError` of `eventfd`.
  public init() throws(SystemError) {
    wakeUp = try WakeUp()
  }

  /// What to register with the poller: readable once a thread has said something.
  public var descriptor: FileDescriptor { wakeUp.descriptor }

  /// Takes note, before what was said is taken.
  public func drain() { wakeUp.drain() }

  func ring() { wakeUp.signal() }
}
