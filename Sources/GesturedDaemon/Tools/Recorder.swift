import GestureCore
import GesturedBase
import LinuxEventLoop
import LinuxInput
import TouchInput

/// `--record`: writes a device's slots and events to standard output as an evemu recording. A signal or the device's
/// end ends the recording.
public struct Recorder: ~Copyable {
  private static let signalKind: UInt8 = 0
  private static let deviceKind: UInt8 = 1

  private var device: EvdevDevice
  private var start: RecordingStart
  private var poller: Poller
  private let signals: SignalSource
  private var text: [UInt8]

  /// Records a device.
  ///
  /// - Parameter device: a node's path, or a device's name.
  /// - Throws: `nothingToRead` where there is no such device or it is not of a kind that is read, `noPermission`.
  public static func run(device: String) throws(DaemonError) {
    var device = try open(try DeviceSearch.node(device))
    let start = try start(of: &device)
    do throws(SystemError) {
      var recorder = try Recorder(device, start)
      try recorder.run()
    } catch {
      throw .system(error)
    }
  }

  private static func open(_ node: InputDeviceNode) throws(DaemonError) -> EvdevDevice {
    do throws(DeviceOpenError) {
      return try EvdevDevice(opening: node, scope: .everything)
    } catch {
      throw error.isMissingPermission ? .noPermission(error.line()) : .nothingToRead(error.line())
    }
  }

  /// Reads the device's present state, before reading any event.
  private static func start(of device: inout EvdevDevice) throws(DaemonError) -> RecordingStart {
    var slotCount = 1
    if device.touchProtocol == .multitouch {
      do throws(DeviceRefusal) {
        slotCount = try DeviceJudgement.judgeSlots(
          maximum: device.description.axes[EventCode.slot]?.maximum ?? -1)
      } catch {
        throw .nothingToRead(error.line(of: device.node.path))
      }
    }
    var state = PanelState(slotCount: slotCount)
    do throws(SystemError) {
      try device.readState(slots: slotCount, into: &state)
    } catch {
      throw .system(error)
    }
    return RecordingStart(of: device.description, device.touchProtocol, state)
  }

  private init(_ device: consuming EvdevDevice, _ start: RecordingStart) throws(SystemError) {
    SignalSource.ignoreBrokenPipe()
    let signals = try SignalSource([.terminate, .interrupt, .hangUp])
    let poller = try Poller()
    try poller.add(
      signals.descriptor, interest: [.readable],
      token: PollToken(kind: Self.signalKind, index: 0, generation: 0))
    try poller.add(
      device.descriptor, interest: [.readable],
      token: PollToken(kind: Self.deviceKind, index: 0, generation: 0))
    self.device = device
    self.start = start
    self.signals = signals
    self.poller = poller
    // A default value, set before the calls that throw, stops the compiler of Swift 6.2.
    text = []
  }

  private mutating func run() throws(SystemError) {
    EvemuWriter.append(device.description, to: &text)
    var isRecording = try writeText()
    while isRecording {
      try poller.wait(timeout: nil)
      for index in 0..<poller.readyCount {
        if poller[index].token.kind == Self.signalKind {
          isRecording = false
        } else if try !readEvents(after: poller[index].readiness) {
          isRecording = false
        }
      }
    }
  }

  /// - Returns: whether more may come.
  private mutating func readEvents(after readiness: Readiness) throws(SystemError) -> Bool {
    while true {
      switch device.read(after: readiness) {
      case .events(let count):
        for index in 0..<count { start.append(device.event(at: index), to: &text) }
        if try !writeText() { return false }
      case .wouldBlock:
        return true
      case .gone(let departure):
        Terminal.complain(ToolMessage.recordingEnds.with(device.node.path, departure))
        return false
      }
    }
  }

  /// Writes the text to standard output.
  ///
  /// - Returns: whether a program still reads the output and no signal has arrived meanwhile.
  /// - Throws: an error where writing fails for another reason, such as a full disk.
  private mutating func writeText() throws(SystemError) -> Bool {
    var patience: TimeSpan?
    let outcome = StandardStream.output.write(
      text, in: text.indices, interruptedBy: signals.descriptor, patience: &patience)
    text.removeAll(keepingCapacity: true)
    switch outcome {
    case .written: return true
    case .readerGone, .interrupted, .stalled: return false
    case .failed(let errno):
      throw SystemError(operation: "write", errno: errno, path: "standard output")
    }
  }
}
