import GestureCore
import TouchInput

/// Touch scripts as events of the test screen T1, and as recordings of it.
///
/// Events cannot express a cancelled finger (`✕`), which lifts instead.
public struct EvemuScript: Sendable {
  /// Test screen T1.
  public static let testScreen = TestScreen.description()

  private var panel = ScriptedPanel()
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
    events += panel.events(of: frame)
  }
}
