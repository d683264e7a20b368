import EventFamilies
import GestureCore
import LinuxEventLoop
import LinuxInput
import TouchInput

/// A device of the families that is being read.
final class OpenFamily {
  /// How many batches are read before the loop looks after others.
  private static let batchesPerTick = 8
  /// How long a deadline waits for events that the kernel has stamped before it and not handed over yet.
  private static let grace = TimeSpan.milliseconds(2)

  private var node: EventNode
  private(set) var device: FamilyDevice

  init(_ node: consuming EventNode, _ device: FamilyDevice) {
    self.node = node
    self.device = device
  }

  /// Its place in sysfs.
  var systemPath: String { node.node.systemPath }

  /// Has the poller say when there is something to read.
  func watch(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    try poller.add(node.descriptor, interest: [.readable], token: token)
  }

  /// Ends that.
  func unwatch(with poller: borrowing Poller) throws(SystemError) {
    try poller.remove(node.descriptor)
  }

  /// Takes over how it stands at the start.
  ///
  /// - Throws: it is gone.
  func adopt(_ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn) throws(SystemError) {
    device.adopt(axes: try axes(), ports: try ports(), at: turn.now, desk, publisher, turn)
  }

  /// Reads what is queued and handles it.
  ///
  /// - Returns: why it will not be read again; nil where it will.
  func read(after readiness: Readiness, _ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn)
    -> DeviceDeparture?
  {
    var hasLost = false
    for _ in 0..<Self.batchesPerTick {
      switch node.read(after: readiness) {
      case .events(let count):
        for index in 0..<count where device.handle(node.event(at: index), desk, publisher, turn) {
          hasLost = true
        }
      case .wouldBlock:
        if hasLost { resynchronize(desk, publisher, turn) }
        return nil
      case .gone(let departure): return departure
      }
    }
    if hasLost { resynchronize(desk, publisher, turn) }
    return nil
  }

  /// When `advance` is to be called.
  var nextDeadline: Instant? { device.nextDeadline.map { $0 + Self.grace } }

  /// Fires the deadlines that have come, after what was queued before.
  func advance(_ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn) -> DeviceDeparture? {
    if let departure = read(after: [.readable], desk, publisher, turn) { return departure }
    device.advance(to: turn.now - Self.grace, desk, publisher, turn)
    return nil
  }

  /// Takes away what is under way.
  func drop(_ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn) {
    device.drop(at: turn.now, desk, publisher, turn)
  }

  /// Takes in what the owner of a recognizer on presses answers.
  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    device.answer(question, with: answer, from: client)
  }

  /// What is plugged into it now; nil where it is gone, or has no jacks.
  func currentPorts() -> [AudioPort]? {
    guard device.roles.contains(.jack) else { return nil }
    return try? ports()
  }

  /// Whether its sensor says too little for shakes: said once (MOT-14).
  func takeSlownessWarning() -> Bool { device.takeSlownessWarning() }

  /// Takes over what is plugged in, without a word.
  func adoptAfterSleep(_ ports: [AudioPort]) { device.adoptAfterSleep(ports) }

  private func resynchronize(_ desk: FamilyDesk, _ publisher: Publisher, _ turn: Turn) {
    // One that is gone says so to the next read as well.
    guard let axes = try? axes(), let ports = try? ports() else { return }
    device.compare(axes: axes, ports: ports, at: turn.now, desk, publisher, turn)
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
