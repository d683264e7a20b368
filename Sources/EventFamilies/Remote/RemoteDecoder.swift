public import GestureCore
import TouchInput

/// Turns the keys of one device into actions, and counts the clicks of a headset.
///
/// The actions are in the order of their stamps. A deadline fires with its own stamp, before later events.
public struct RemoteDecoder: Hashable, Sendable {
  /// An action of the device.
  public struct Output: Hashable, Sendable {
    /// The action.
    public var action: RemoteAction
    /// The time of the action.
    public var time: Instant

    public init(_ action: RemoteAction, _ time: Instant) {
      self.action = action
      self.time = time
    }
  }

  private let settings: RemoteSettings
  private let isJack: Bool
  private var clicks: ClickDecoder
  /// The direction of the key that is down and seeks, other than the headset's button.
  private var seeking: SeekDirection?
  private var mutedUntil: Instant?

  /// A decoder for a device.
  ///
  /// - Parameter isJack: whether the device is a jack. Its BTN_0 is a button, but presses while the plug moves are
  ///   ignored.
  public init(_ settings: RemoteSettings = RemoteSettings(), isJack: Bool = false) {
    self.settings = settings
    self.isJack = isJack
    clicks = ClickDecoder(settings)
  }

  /// The time for `advance`; nil where no deadline waits.
  public var deadline: Instant? { clicks.deadline }

  /// Decodes a key. The value is 1 for down, 0 for up, and 2 for held, which is ignored (RMT-2, CLK-11).
  public mutating func decode(
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

  /// Fires the deadlines up to a time.
  public mutating func advance(to time: Instant, into outputs: inout [Output]) {
    while let (action, due) = clicks.advance(to: time) { outputs.append(Output(action, due)) }
  }

  /// Ignores presses for a moment after this jack's plug has changed: bouncing contacts look like presses (CLK-14). A
  /// removal ends the actions under way.
  public mutating func jackChanged(isPluggedIn: Bool, at time: Instant, into outputs: inout [Output]) {
    mutedUntil = time + settings.jackMute
    if !isPluggedIn { drop(at: time, into: &outputs) }
  }

  /// Ends seeking and drops clicks, as the device is gone or its keys do not count for now (RMT-5, CLK-12, CLK-13).
  public mutating func drop(at time: Instant, into outputs: inout [Output]) {
    if let action = clicks.drop() { outputs.append(Output(action, time)) }
    endSeek(at: time, into: &outputs)
  }

  private mutating func advance(before time: Instant, into outputs: inout [Output]) {
    // A deadline exactly at this stamp comes after the event (TIM-1).
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
