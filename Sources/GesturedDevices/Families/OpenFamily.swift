import EventFamilies
import GestureCore
import GesturedBase
import GesturedServing
import LinuxEventLoop
import LinuxInput
import TouchInput

/// An open device: an accelerometer, media keys, a remote control or a jack.
final class OpenFamily {
  /// How many batches are read in one turn, so that other devices get their turn.
  private static let batchesPerTick = 8

  private var node: EventNode
  private(set) var device: FamilyDevice
  // The progress of a reading: the next event of the batch, the batch's length, and the number of batches.
  private var position = 0
  private var count = 0
  private var batchCount = 0
  private var readiness: Readiness = .readable
  /// Whether the reading has met lost events.
  private var hasLost = false
  /// Why the device cannot be read any more.
  private var departure: DeviceDeparture?

  init(_ node: consuming EventNode, _ device: consuming FamilyDevice) {
    self.node = node
    self.device = device
  }

  /// The device's path in sysfs.
  var systemPath: String { node.node.systemPath }

  /// Adds the device to the descriptors that the loop polls.
  func watch(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    try poller.add(node.descriptor, interest: [.readable], token: token)
  }

  /// Removes the device from the descriptors that the loop polls.
  func unwatch(with poller: borrowing Poller) throws(SystemError) {
    try poller.remove(node.descriptor)
  }

  /// Reads the device's state before its first event.
  ///
  /// - Throws: `SystemError` where the device is gone.
  func adopt(_ desk: FamilyDesk) throws(SystemError) {
    device.adopt(axes: try axes(), ports: try ports(), at: desk.turn.now, desk)
  }

  /// Reads and decodes all queued events.
  ///
  /// - Returns: why the device cannot be read any more; nil where it can.
  func read(after readiness: Readiness, _ desk: FamilyDesk) -> DeviceDeparture? {
    beginReports(after: readiness)
    while nextReport != nil { readReport(desk) }
    return endReports(desk)
  }

  // MARK: Reports

  /// Begins a reading. The caller calls `readReport` in the order of all devices' stamps (QUE-1).
  func beginReports(after readiness: Readiness) {
    self.readiness = readiness
    (position, count, batchCount) = (0, 0, 0)
    hasLost = false
    departure = nil
    readOn()
  }

  /// The stamp of the next event; nil where the reading is over.
  var nextReport: Instant? { position < count ? node.event(at: position).time : nil }

  /// Decodes the events up to the end of a report, and reads on.
  func readReport(_ desk: FamilyDesk) {
    guard let stamp = nextReport else { return }
    while position < count {
      let event = node.event(at: position)
      guard event.time == stamp else { break }
      position += 1
      if device.decode(event, desk) { hasLost = true }
      if event.type == EventCode.synchronization { break }
    }
    readOn()
  }

  /// Ends the reading.
  ///
  /// - Returns: why the device cannot be read any more; nil where it can.
  func endReports(_ desk: FamilyDesk) -> DeviceDeparture? {
    if departure == nil, hasLost { resynchronize(desk) }
    return departure
  }

  /// Reads the next batch once the last one is decoded.
  private func readOn() {
    guard position == count, batchCount < Self.batchesPerTick, departure == nil else { return }
    (position, count) = (0, 0)
    batchCount += 1
    switch node.read(after: readiness) {
    case .events(let read): count = read
    case .wouldBlock: batchCount = Self.batchesPerTick
    case .gone(let reason): departure = reason
    }
  }

  /// When the caller must call `advance`.
  var nextDeadline: Instant? { device.nextDeadline.map { $0 + PanelStream.grace } }

  /// Fires the deadlines that are due, after the events that were queued before them.
  func advance(_ desk: FamilyDesk) -> DeviceDeparture? {
    if let departure = read(after: [.readable], desk) { return departure }
    device.advance(to: desk.turn.now - PanelStream.grace, desk)
    return nil
  }

  /// Cancels all events under way.
  func drop(_ desk: FamilyDesk) {
    device.drop(at: desk.turn.now, desk)
  }

  /// Passes on the answer of the owner of a recognizer on presses.
  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    device.answer(question, with: answer, from: client)
  }

  /// The ports with a plug now; nil where the device is gone or has no jacks.
  func currentPorts() -> [AudioPort]? {
    guard device.roles.contains(.jack) else { return nil }
    return try? ports()
  }

  /// Whether the sensor samples too slowly for shakes; true once (MOT-14).
  func consumeSlownessWarning() -> Bool { device.consumeSlownessWarning() }

  /// Sets what is plugged in, without publishing it.
  func adoptAfterSleep(_ ports: [AudioPort]) { device.adoptAfterSleep(ports) }

  private func resynchronize(_ desk: FamilyDesk) {
    // The next read reports a device that is gone.
    guard let axes = try? axes(), let ports = try? ports() else { return }
    device.compare(axes: axes, ports: ports, at: desk.turn.now, desk)
  }

  private func axes() throws(SystemError) -> [Int32] {
    guard device.roles.contains(.motion) else { return [] }
    return try node.axisValues(MotionAssembler.axes)
  }

  private func ports() throws(SystemError) -> [AudioPort] {
    guard device.roles.contains(.jack) else { return [] }
    let switches = try node.switches()
    return AudioPort.switches.filter { switches.contains($0.code) }.map(\.port)
  }
}
