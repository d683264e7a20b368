import GestureCore
import LinuxEventLoop
import LinuxInput

/// A touchscreen of the machine that is being read.
final class OpenTouchscreen {
  /// How many batches are read before the loop looks after others.
  private static let batchesPerTick = 16

  /// How long a deadline waits for a frame that the kernel has stamped at or before it and not handed over yet:
  /// the frame goes first (TIM-1), and what comes of the deadline is stamped with the deadline all the same.
  private static let grace = TimeSpan.milliseconds(2)

  let node: InputDeviceNode
  private var device: EvdevDevice
  private(set) var touchscreen: Touchscreen
  /// Whether windows that name no device lie on it (DMN-17).
  let isFirst: Bool
  /// Whether the kernel dropped events and the device's state is still to be read.
  private var isOutOfStep = false
  private var hasResynchronized = false

  init(_ device: consuming EvdevDevice, touchscreen: Touchscreen, isFirst: Bool) {
    node = device.node
    self.device = device
    self.touchscreen = touchscreen
    self.isFirst = isFirst
  }

  /// Has the poller say when there is something to read.
  func watch(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    try poller.add(device.descriptor, interest: [.readable], token: token)
  }

  /// Ends that.
  func unwatch(with poller: borrowing Poller) throws(SystemError) {
    try poller.remove(device.descriptor)
  }

  /// Reads what is queued and handles it.
  ///
  /// - Returns: why the device will not be read again; nil where it will.
  func read(after readiness: Readiness, _ publisher: Publisher, now: Instant) -> DeviceDeparture? {
    for _ in 0..<Self.batchesPerTick {
      switch device.read(after: readiness) {
      case .events(let count):
        for index in 0..<count where touchscreen.feed(device.event(at: index), publisher, now: now) {
          isOutOfStep = true
        }
      case .wouldBlock:
        return isOutOfStep ? resynchronize(publisher, now: now) : nil
      case .gone(let departure):
        return departure
      }
    }
    return nil
  }

  /// When `advance` is to be called.
  var nextDeadline: Instant? { touchscreen.nextDeadline.map { $0 + Self.grace } }

  /// Fires the deadlines that have come, after what was queued before.
  func advance(to now: Instant, _ publisher: Publisher) -> DeviceDeparture? {
    let departure = read(after: [.readable], publisher, now: now)
    if departure == nil { touchscreen.advance(to: now - Self.grace, publisher, now: now) }
    return departure
  }

  /// Takes all touches away.
  func cancelAll(_ publisher: Publisher, now: Instant) {
    touchscreen.cancelAll(at: now, publisher, now: now)
  }

  /// Whether events were lost and the device's state was read instead, since this was last asked.
  func takeResynchronization() -> Bool {
    defer { hasResynchronized = false }
    return hasResynchronized
  }

  /// The queue is empty, so what the device says now is true (TCH-29).
  private func resynchronize(_ publisher: Publisher, now: Instant) -> DeviceDeparture? {
    do throws(SystemError) {
      let state = try device.panelState(slots: touchscreen.slotCount)
      touchscreen.resynchronize(with: state, at: touchscreen.lastStamp, publisher, now: now)
      isOutOfStep = false
      hasResynchronized = true
      return nil
    } catch {
      return .failed(error.errno)
    }
  }
}
