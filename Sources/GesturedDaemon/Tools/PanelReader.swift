import GestureCore
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// Reads a touchscreen for a tool: its frames as the panel reports them, regardless of the configured orientation. Also
/// reads the keys and signals of the person who uses the tool.
struct PanelReader: ~Copyable {
  /// The outcome of a wait, apart from frames.
  enum Outcome: Hashable {
    /// The pressed keys, if any.
    case keys([UInt8])
    /// No input came before the timeout.
    case timedOut
    /// A signal ends the tool.
    case stopped
  }

  private static let signalKind: UInt8 = 0
  private static let deviceKind: UInt8 = 1
  private static let keyKind: UInt8 = 2

  let node: InputDeviceNode
  let description: DeviceDescription
  /// The table of the configuration that covers the device; nil where no table does.
  let table: String?
  /// The panel, neither calibrated nor turned.
  let panel: TouchPanel
  /// How often the kernel has dropped events.
  private(set) var droppedStretches = 0
  private var device: EvdevDevice
  /// Turns the device's events into frames, just as in the daemon.
  private var stream: PanelStream
  private var inputs: Inputs

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - name: the device's path or name; nil for the only touchscreen.
  ///   - takesKeys: whether to read keys, where standard input is a terminal.
  /// - Throws: `nothingToRead`, `noPermission`, `ambiguous`.
  init(_ name: String?, configuration: Configuration, takesKeys: Bool = false) throws(DaemonError) {
    let decision = try DeviceSearch.touchscreen(name, configuration)
    let openedAt = MonotonicClock.now()
    var device = try Self.open(decision)
    // A person who calibrates presses keys, and touches places beyond a wrong range.
    let panel = try Self.judge(device, decision, seesBeyondRange: takesKeys)
    var state = PanelState(slotCount: panel.slotCount)
    try Self.readState(of: &device, panel, into: &state)
    let inputs: Inputs
    do throws(SystemError) {
      inputs = try Inputs(device.descriptor, takesKeys: takesKeys)
    } catch {
      throw .system(error)
    }
    stream = PanelStream(
      panel, from: .device(openedAt: openedAt, countsReading: device.countsReading), initialState: state)
    description = device.description
    self.panel = panel
    node = decision.node
    table = decision.settings?.name
    self.inputs = inputs
    self.device = device
  }

  /// The sources that the reader waits for.
  private struct Inputs: ~Copyable {
    var poller: Poller
    let signals: SignalSource
    let keyboard: Keyboard?

    init(_ device: FileDescriptor, takesKeys: Bool) throws(SystemError) {
      SignalSource.ignoreBrokenPipe()
      let signals = try SignalSource([.terminate, .interrupt, .hangUp])
      let poller = try Poller()
      let isTerminal = StandardStream(descriptor: .standardInput).isTerminal
      let keyboard = try takesKeys && isTerminal ? Keyboard() : nil
      try PanelReader.watch(signals.descriptor, PanelReader.signalKind, poller)
      try PanelReader.watch(device, PanelReader.deviceKind, poller)
      if keyboard != nil { try PanelReader.watch(.standardInput, PanelReader.keyKind, poller) }
      self.poller = poller
      self.signals = signals
      self.keyboard = keyboard
    }
  }

  /// Reads standard input key by key, for as long as the object lives.
  private final class Keyboard {
    private let terminal: RawTerminal

    init() throws(SystemError) {
      terminal = try RawTerminal(.standardInput)
    }

    func readKeys() -> [UInt8] { terminal.keys() }
  }

  /// Whether the device's stamps are on this process's clock and can be trusted.
  var hasKernelStamps: Bool { !stream.countsReading }

  /// Whether keys are read.
  var hasKeys: Bool { inputs.keyboard != nil }

  private static func open(_ decision: DeviceDecision) throws(DaemonError) -> EvdevDevice {
    do throws(DeviceOpenError) {
      return try EvdevDevice(opening: decision.node, scope: decision.scope)
    } catch {
      throw error.isMissingPermission ? .noPermission(error.line()) : .nothingToRead(error.line())
    }
  }

  private static func judge(
    _ device: borrowing EvdevDevice, _ decision: DeviceDecision, seesBeyondRange: Bool
  ) throws(DaemonError) -> TouchPanel {
    do throws(DeviceRefusal) {
      let panel = try decision.panel(of: device.description, device.touchProtocol)
      return seesBeyondRange ? panel.beyondRange : panel.asReported
    } catch {
      throw .nothingToRead(error.line(of: device.node.path))
    }
  }

  private static func readState(
    of device: inout EvdevDevice, _ panel: TouchPanel, into state: inout PanelState
  ) throws(DaemonError) {
    do throws(SystemError) {
      try device.readState(slots: panel.slotCount, into: &state)
    } catch {
      throw .system(error)
    }
  }

  private static func watch(
    _ descriptor: FileDescriptor, _ kind: UInt8, _ poller: borrowing Poller
  ) throws(SystemError) {
    try poller.add(
      descriptor, interest: [.readable], token: PollToken(kind: kind, index: 0, generation: 0))
  }

  /// Waits for input and handles it.
  ///
  /// - Parameters:
  ///   - timeout: the longest wait; nil for no limit.
  ///   - take: receives each frame, and the time when it was read.
  /// - Throws: `nothingToRead` where the device is gone.
  mutating func turn(
    timeout: TimeSpan? = nil, _ take: (TouchFrame, Instant) -> Void
  ) throws(DaemonError) -> Outcome {
    let due = stream.due(nil)
    let rest = stream.wakeTime(for: due).map { max(.zero, $0 - MonotonicClock.now()) }
    let count: Int
    do throws(SystemError) {
      count = try inputs.poller.wait(timeout: timeout.map { min($0, rest ?? $0) } ?? rest)
    } catch {
      throw .system(error)
    }
    guard count > 0 else {
      let now = MonotonicClock.now()
      guard let due, due <= now else { return .timedOut }
      stream.begin(.deadline, at: now, due: nil)
      try follow(after: .readable, now, take)
      return .keys([])
    }
    var keys: [UInt8] = []
    for index in 0..<count {
      let event = inputs.poller[index]
      switch event.token.kind {
      case Self.signalKind: return .stopped
      case Self.keyKind:
        keys = inputs.keyboard?.readKeys() ?? []
        // A readable terminal without any key was hung up.
        if keys.isEmpty { return .stopped }
      default:
        let now = MonotonicClock.now()
        stream.begin(.readable, at: now, due: nil)
        try follow(after: event.readiness, now, take)
      }
    }
    return .keys(keys)
  }

  /// Carries out the stream's actions until the stream waits.
  private mutating func follow(
    after readiness: Readiness, _ now: Instant, _ take: (TouchFrame, Instant) -> Void
  ) throws(DaemonError) {
    var readAt = now
    while true {
      let action = stream.next(from: &device)
      switch action {
      case .frames(let count), .resynchronized(let count), .interrupt(_, let count), .gone(let count):
        for index in 0..<count { take(stream.frames.frame(at: index), readAt) }
      case .readEvents:
        try readEvents(after: readiness)
        readAt = MonotonicClock.now()
      case .readState:
        try Self.readState(of: &device, panel, into: &stream.state)
        stream.completeStateRead()
      case .readContacts:
        let areKnown = (try? device.readContacts(slots: panel.slotCount, into: &stream.contacts)) != nil
        stream.completeContactsRead(areKnown: areKnown)
      case .awaitEvents(let patience):
        stream.completeWait(hasMore: device.hasMore(withinMilliseconds: patience))
      // `Poller` reports again that there is more to read.
      case .resume, .advance, .pause: break
      case .wait: return
      }
    }
  }

  private mutating func readEvents(after readiness: Readiness) throws(DaemonError) {
    switch device.read(after: readiness) {
    case .events(let count):
      for index in 0..<count where device.event(at: index).isDrop { droppedStretches += 1 }
      stream.completeRead(
        isAll: count < EvdevDevice.batchSize && readiness.isDisjoint(with: [.hangUp, .error]))
    case .wouldBlock: stream.completeEmptyRead()
    case .gone(let departure): throw .nothingToRead(ToolMessage.deviceGone.with(node.path, departure))
    }
  }
}
