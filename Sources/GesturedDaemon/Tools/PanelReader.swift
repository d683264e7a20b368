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
  /// Whether its stamps are of the clock of this process.
  let hasKernelStamps: Bool
  private var device: EvdevDevice
  private var frames: PanelFrames
  private var ears: Ears

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - name: its path or name; nil for the only touchscreen that there is.
  ///   - takesKeys: whether keys are listened to, where standard input is a terminal.
  /// - Throws: `nothingToRead`, `noPermission`, `ambiguous`.
  init(_ name: String?, configuration: Configuration, takesKeys: Bool = false) throws(DaemonError) {
    let decision = try DeviceSearch.touchscreen(name, configuration)
    let device = try Self.open(decision)
    let panel = try Self.judge(device, decision)
    let state = try Self.state(of: device, panel)
    let ears: Ears
    do throws(SystemError) {
      ears = try Ears(device.descriptor, takesKeys: takesKeys)
    } catch {
      throw .system(error)
    }
    hasKernelStamps = !device.warnings.contains {
      if case .monotonicClockUnsupported = $0 { true } else { false }
    }
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

  /// How often the kernel has dropped events.
  var droppedStretches: Int { frames.droppedStretches }

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
    of device: borrowing EvdevDevice, _ panel: TouchPanel
  ) throws(DaemonError) -> PanelState {
    do throws(SystemError) {
      return try device.panelState(slots: panel.slotCount)
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
    var isOutOfStep = false
    for _ in 0..<Self.maximumBatches {
      switch device.read(after: readiness) {
      case .events(let count):
        let now = MonotonicClock.now()
        for index in 0..<count where frames.feed(device.event(at: index), { take($0, now) }) {
          isOutOfStep = true
        }
      case .wouldBlock:
        guard isOutOfStep else { return }
        let now = MonotonicClock.now()
        let state = try Self.state(of: device, panel)
        frames.resynchronize(with: state, at: now) { take($0, now) }
        return
      case .gone(let departure):
        throw .nothingToRead("\(node.path): \(departure)")
      }
    }
  }
}
