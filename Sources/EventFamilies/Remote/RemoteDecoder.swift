public import GestureCore
import TouchInput

/// The keys of one device to actions: what each key means, with the clicks of a headset counted.
///
/// What it gives has a stamp each, in order. Deadlines fire with their own stamps before an event that comes after them.
public struct RemoteDecoder: Hashable, Sendable {
  /// An action of the device.
  public struct Output: Hashable, Sendable {
    /// What was asked for.
    public var action: RemoteAction
    /// When.
    public var time: Instant

    /// An action at a time.
    public init(_ action: RemoteAction, _ time: Instant) {
      self.action = action
      self.time = time
    }
  }

  private let settings: RemoteSettings
  private let isJack: Bool
  private var clicks: ClickDecoder
  /// The keys that wind, with those that are down: a device may have both.
  private var seeking: SeekDirection?
  private var mutedUntil: Instant?

  /// A decoder for a device.
  ///
  /// - Parameter isJack: whether it is a jack: its BTN_0 is a button, and what is pressed while a plug comes is none.
  public init(_ settings: RemoteSettings = RemoteSettings(), isJack: Bool = false) {
    self.settings = settings
    self.isJack = isJack
    clicks = ClickDecoder(settings)
  }

  /// When `advance` is to be called; nil where nothing waits.
  public var deadline: Instant? { clicks.deadline }

  /// Takes in a key: value 1 down, 0 up, 2 held, which says nothing new (RMT-2, CLK-11).
  public mutating func handle(
    key code: UInt16, value: Int32, at time: Instant, into outputs: inout [Output]
  ) {
    advance(before: time, into: &outputs)
    guard value == 0 || value == 1,
      let meaning = MediaKey.meaning(of: code, isJack: isJack, clickKeys: settings.clickKeys)
    else { return }
    let isDown = value == 1
    switch meaning {
    case .click:
      if isDown, let mutedUntil, time < mutedUntil { return }
      let action = isDown ? clicks.press(at: time) : clicks.release(at: time)
      if let action { outputs.append(Output(action, time)) }
    case .command(let command):
      guard isDown else { return }
      interrupt(at: time, into: &outputs)
      outputs.append(Output(.command(command), time))
    case .seek(let direction):
      if isDown {
        interrupt(at: time, into: &outputs)
        endSeek(at: time, into: &outputs)
        seeking = direction
        outputs.append(Output(.command(direction.begin), time))
      } else if seeking == direction {
        endSeek(at: time, into: &outputs)
      }
    }
  }

  /// Does what is due before or at a time.
  public mutating func advance(to time: Instant, into outputs: inout [Output]) {
    while let (action, due) = clicks.advance(to: time) { outputs.append(Output(action, due)) }
  }

  /// The plug of this jack came or went: for a moment its contacts bounce, which looks like presses (CLK-14). Where it
  /// went, what was under way is over.
  public mutating func jackChanged(isPluggedIn: Bool, at time: Instant, into outputs: inout [Output]) {
    mutedUntil = time + settings.jackMute
    if !isPluggedIn { drop(at: time, into: &outputs) }
  }

  /// The device is gone, or its keys are nobody's business for now: what was begun is ended, the rest dropped (RMT-5,
  /// CLK-12, CLK-13).
  public mutating func drop(at time: Instant, into outputs: inout [Output]) {
    if let action = clicks.drop() { outputs.append(Output(action, time)) }
    endSeek(at: time, into: &outputs)
  }

  private mutating func advance(before time: Instant, into outputs: inout [Output]) {
    // A deadline at exactly this stamp comes after the event (TIM-1).
    advance(to: Instant(microseconds: time.microseconds - 1), into: &outputs)
  }

  private mutating func interrupt(at time: Instant, into outputs: inout [Output]) {
    if let action = clicks.interrupt() { outputs.append(Output(action, time)) }
  }

  private mutating func endSeek(at time: Instant, into outputs: inout [Output]) {
    guard let direction = seeking else { return }
    seeking = nil
    outputs.append(Output(.command(direction.end), time))
  }
}
