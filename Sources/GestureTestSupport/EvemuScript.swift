import GestureCore
import TouchInput

/// Touch scripts as events of the test screen T1, and as recordings of it.
///
/// The events are those of a panel of protocol B: the changes of its slots, then one SYN_REPORT per frame. Events
/// cannot express a cancelled finger (`✕`), which lifts instead.
public struct EvemuScript: Sendable {
  /// Test screen T1.
  public static let testScreen = TestScreen.description()

  private var nextTrackingID: Int32 = 1
  private var reader = TouchScript()
  /// The events so far.
  public private(set) var events: [InputEvent] = []

  /// A recording without events.
  public init() {}

  /// The events of a script.
  public init(_ script: String) {
    append(script)
  }

  /// Adds an independent script, in which fingers of earlier scripts are not down.
  public mutating func append(_ script: String) {
    var reader = TouchScript()
    for step in reader.read(script) {
      switch step {
      case .frame(let frame): append(frame)
      case .advance, .hover: break
      }
    }
  }

  /// Continues the script of earlier calls, whose fingers stay down.
  ///
  /// - Returns: the end of the part, including the passing of time (`⏲`); nil for a part without steps.
  @discardableResult
  public mutating func go(on script: String) -> Instant? {
    var end: Instant?
    for step in reader.read(script) {
      switch step {
      case .frame(let frame):
        append(frame)
        end = frame.time
      case .advance(let time): end = time
      case .hover: break
      }
    }
    return end
  }

  /// Adds one event unchanged, for events that no finger makes.
  public mutating func append(type: UInt16, code: UInt16, value: Int32, at time: Instant) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  /// The recording as the text of an evemu file.
  public func recording(of device: DeviceDescription = Self.testScreen) -> [UInt8] {
    var text: [UInt8] = []
    EvemuWriter.append(device, to: &text)
    for event in events { EvemuWriter.append(event, to: &text) }
    return text
  }

  private mutating func append(_ frame: TouchFrame) {
    for change in frame.changes {
      absolute(EventCode.slot, Int32(change.slot), at: frame.time)
      switch change.kind {
      case .began:
        absolute(EventCode.trackingID, nextTrackingID, at: frame.time)
        nextTrackingID += 1
        place(change.position, at: frame.time)
      case .moved:
        place(change.position, at: frame.time)
      case .ended, .cancelled:
        absolute(EventCode.trackingID, -1, at: frame.time)
      }
    }
    append(type: EventCode.synchronization, code: EventCode.report, value: 0, at: frame.time)
  }

  private mutating func place(_ position: Point, at time: Instant) {
    absolute(EventCode.positionX, units(position.x), at: time)
    absolute(EventCode.positionY, units(position.y), at: time)
  }

  private func units(_ millimetres: Double) -> Int32 {
    Int32(clamping: Int((millimetres * TestScreen.unitsPerMillimetre).rounded()))
  }

  private mutating func absolute(_ code: UInt16, _ value: Int32, at time: Instant) {
    append(type: EventCode.absolute, code: code, value: value, at: time)
  }
}
