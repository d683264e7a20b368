public import LinuxEventLoop
public import SystemPackage

/// The one bell with which all sensors' threads wake the loop.
public final class SensorBell: Sendable {
  private let wakeUp: WakeUp

  /// Makes a silent bell.
  ///
  /// - Throws: `SystemError` of `eventfd`.
  public init() throws(SystemError) {
    wakeUp = try WakeUp()
  }

  /// The descriptor to register with the `Poller`: readable once a thread has posted a report.
  public var descriptor: FileDescriptor { wakeUp.descriptor }

  /// Silences the bell; the loop calls this before it takes the reports.
  public func drain() { wakeUp.drain() }

  func ring() { wakeUp.signal() }
}
