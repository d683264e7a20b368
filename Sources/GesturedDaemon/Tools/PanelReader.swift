import GestureCore
import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// A touchscreen as a tool reads it: its frames as it reports them, whatever the configuration says of how it lies, and
/// the keys and signals of the person at it.
struct PanelReader: ~Copyable {
  /// What a turn of the loop has found besides frames.
  enum Turn: Hashable {
    /// These keys were pressed, if any.
    case keys([UInt8])
    /// Nothing came in time.
    case timedOut
    /// A signal says that it is enough.
    case stopped
  }

  private static let signalKind: UInt8 = 0
  private static let deviceKind: UInt8 = 1
  private static let keyKind: UInt8 = 2
  private static let maximumBatches = 16

  let node: InputDeviceNode
  let description: DeviceDescription
  /// The table of the configuration that speaks of it; nil where none does.
  let table: String?
  /// The device, neither calibrated nor turned.
  let panel: TouchPanel
  /// How often the kernel has dropped events.
  private(set) var droppedStretches = 0
  private var device: EvdevDevice
  private var frames: PanelFrames
  /// Which of its events count: as the daemon has it.
  private var follower: PanelFollower
  private var lastStamp: Instant
  private var ears: Ears

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - name: its path or name; nil for the only touchscreen that there is.
  ///   - takesKeys: whether keys are listened to, where standard input is a terminal.
  /// - Throws: `nothingToRead`, `noPermission`, `ambiguous`.
  init(_ name: String?, configuration: Configuration, takesKeys: Bool = false) throws(DaemonError) {
    let decision = try DeviceSearch.touchscreen(name, configuration)
    let openedAt = MonotonicClock.now()
    var device = try Self.open(decision)
    let panel = try Self.judge(device, decision)
    let state = try Self.state(of: &device, panel)
    let ears: Ears
    do throws(SystemError) {
      ears = try Ears(device.descriptor, takesKeys: takesKeys)
    } catch {
      throw .system(error)
    }
    follower = PanelFollower(TouchSettings(), countsReading: device.countsReading, emptyAt: openedAt)
    lastStamp = openedAt
    description = device.description
    frames = PanelFrames(panel, initialState: state)
    self.panel = panel
    node = decision.node
    table = decision.settings?.name
    self.ears = ears
    self.device = device
  }

  /// What a turn waits for.
  private struct Ears: ~Copyable {
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

  /// Standard input, key by key, until it is let go.
  private final class Keyboard {
    private let terminal: RawTerminal

    init() throws(SystemError) {
      terminal = try RawTerminal(.standardInput)
    }

    func takeKeys() -> [UInt8] { terminal.keys() }
  }

  /// Whether its stamps are of the clock of this process, and can be true.
  var hasKernelStamps: Bool { !follower.countsReading }

  /// Whether keys are listened to.
  var hasKeys: Bool { ears.keyboard != nil }

  private static func open(_ decision: DeviceDecision) throws(DaemonError) -> EvdevDevice {
    do throws(DeviceOpenError) {
      return try EvdevDevice(opening: decision.node, scope: decision.scope)
    } catch {
      throw error.isMissingPermission ? .noPermission("\(error)") : .nothingToRead("\(error)")
    }
  }

  private static func judge(
    _ device: borrowing EvdevDevice, _ decision: DeviceDecision
  ) throws(DaemonError) -> TouchPanel {
    do throws(DeviceRefusal) {
      return try decision.panel(of: device.description, device.touchProtocol).asReported
    } catch {
      throw .nothingToRead("\(device.node.path): \(error)")
    }
  }

  private static func state(
    of device: inout EvdevDevice, _ panel: TouchPanel
  ) throws(DaemonError) -> PanelState {
    var state = PanelState(slotCount: panel.slotCount)
    do throws(SystemError) {
      try device.readState(slots: panel.slotCount, into: &state)
      return state
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

  /// Waits for something to happen.
  ///
  /// - Parameters:
  ///   - timeout: how long at most; nil for ever.
  ///   - take: is given each frame, and when it was read.
  /// - Throws: `nothingToRead` where the device is gone.
  mutating func turn(
    timeout: TimeSpan? = nil, _ take: (TouchFrame, Instant) -> Void
  ) throws(DaemonError) -> Turn {
    let count: Int
    do throws(SystemError) {
      count = try ears.poller.wait(timeout: timeout)
    } catch {
      throw .system(error)
    }
    guard count > 0 else { return .timedOut }
    var keys: [UInt8] = []
    for index in 0..<count {
      let event = ears.poller[index]
      switch event.token.kind {
      case Self.signalKind: return .stopped
      case Self.keyKind:
        keys = ears.keyboard?.takeKeys() ?? []
        // A terminal that has nothing to say though it is readable was hung up.
        if keys.isEmpty { return .stopped }
      default: try read(after: event.readiness, take)
      }
    }
    return .keys(keys)
  }

  private mutating func read(
    after readiness: Readiness, _ take: (TouchFrame, Instant) -> Void
  ) throws(DaemonError) {
    for _ in 0..<Self.maximumBatches {
      switch device.read(after: readiness) {
      case .events(let count): self.take(count, now: MonotonicClock.now(), take)
      case .wouldBlock:
        try catchUp(now: MonotonicClock.now(), take)
        return
      case .gone(let departure):
        throw .nothingToRead("\(node.path): \(departure)")
      }
    }
  }

  private mutating func take(_ count: Int, now: Instant, _ take: (TouchFrame, Instant) -> Void) {
    if let reason = follower.begin(device.stamps, now: now, clock: { now }) {
      if reason == .stamps { device.stampByReading() }
      follower.noteInterruption(reason, hasTouches: frames.hasContacts)
      hand(on: frames.interrupted(at: lastStamp), now, take)
    }
    for index in 0..<count {
      let event = device.event(at: index)
      if event.type == EventCode.synchronization, event.code == EventCode.dropped { droppedStretches += 1 }
      if let end = frames.end(before: event) { feed(end, now, take) }
      feed(event, now, take)
    }
    follower.noteRead(hasContacts: frames.hasContacts, at: now)
  }

  private mutating func feed(_ event: InputEvent, _ now: Instant, _ take: (TouchFrame, Instant) -> Void) {
    lastStamp = max(lastStamp, event.time)
    let step = frames.feed(event)
    hand(on: step, now, take)
    guard step == .needsResynchronization, follower.noteDropped(hasState: frames.hasState) else { return }
    hand(on: frames.resynchronize(with: nil, at: lastStamp), now, take)
  }

  /// Nothing is queued, so what the device says of itself is true.
  private mutating func catchUp(
    now: Instant, _ take: (TouchFrame, Instant) -> Void
  ) throws(DaemonError) {
    guard let question = follower.noteEmpty(at: now) else { return }
    let state = try Self.state(of: &device, panel)
    switch question {
    case .resynchronize: hand(on: frames.resynchronize(with: state, at: lastStamp), now, take)
    case .adopt: frames.adopt(state)
    }
    follower.noteCaughtUp(hasContacts: frames.hasContacts, at: now)
  }

  private func hand(
    on step: TouchFrameAssembler.Step, _ now: Instant, _ take: (TouchFrame, Instant) -> Void
  ) {
    guard case .framesReady(let count) = step else { return }
    for index in 0..<count { take(frames.frame(at: index), now) }
  }
}
