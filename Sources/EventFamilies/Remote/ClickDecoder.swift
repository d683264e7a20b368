public import GestureCore

/// Turns the presses and releases of a headset's one button into actions.
///
/// ```
///   ▁█▁           gap          one click:        toggle when the gap is over
///   ▁█▁▁█▁        gap          two:              next when the gap is over
///   ▁█▁▁█▁▁█▁                  three:            previous at the third release
///   ▁█▁▁██████▁                click, held:      seek forward from the hold to the release
///   ▁█▁▁█▁▁██████▁             two, held:        seek backward
///   ▁██████▁                   held at once:     long press
/// ```
///
/// A release exactly at the end of the hold is a click, and a press exactly at the end of the gap belongs to the series
/// (TIM-1). Callers therefore fire the deadlines before an event, and not those at its time.
public struct ClickDecoder: Hashable, Sendable {
  /// The decoder's state.
  private enum State: Hashable, Sendable {
    /// No press is under way.
    case idle
    /// The button is down, after that number of clicks.
    case pressed(clicks: Int, since: Instant)
    /// The button is up, after that number of clicks.
    case released(clicks: Int, since: Instant)
    /// The button is held, and seeks.
    case seeking(SeekDirection)
    /// The button is held without a further effect.
    case spent
  }

  private let settings: RemoteSettings
  private var state = State.idle

  /// A decoder.
  public init(_ settings: RemoteSettings = RemoteSettings()) {
    self.settings = settings
  }

  /// The time for `advance`; nil where no deadline waits.
  public var deadline: Instant? {
    switch state {
    case .idle, .seeking, .spent: nil
    case .pressed(_, let start): start + settings.hold
    case .released(_, let start): start + settings.gap
    }
  }

  /// Decodes a press of the button. Earlier deadlines have fired.
  ///
  /// - Returns: the action that is already certain.
  public mutating func press(at time: Instant) -> RemoteAction? {
    switch state {
    case .idle: state = .pressed(clicks: 0, since: time)
    case .released(let clicks, _): state = .pressed(clicks: clicks, since: time)
    // A press without a release before has no meaning (CLK-11).
    case .pressed, .seeking, .spent: break
    }
    return nil
  }

  /// Decodes a release of the button. Earlier deadlines have fired.
  ///
  /// - Returns: the action that is already certain.
  public mutating func release(at time: Instant) -> RemoteAction? {
    switch state {
    case .idle, .released: return nil
    case .spent:
      state = .idle
      return nil
    case .seeking(let direction):
      state = .idle
      return .command(direction.end)
    case .pressed(let clicks, _):
      switch (settings.decoding, clicks) {
      case (.immediate, _):
        state = .idle
        return .click
      case (.counted, 2):
        // The third click ends the series at once (CLK-4, CLK-10).
        state = .idle
        return .command(.previousTrack)
      case (.counted, _):
        state = .released(clicks: clicks + 1, since: time)
        return nil
      }
    }
  }

  /// Fires a deadline that is due at a time.
  ///
  /// - Returns: the action with its time; nil once no deadline is due.
  public mutating func advance(to time: Instant) -> (action: RemoteAction, time: Instant)? {
    guard let due = deadline, due <= time else { return nil }
    switch state {
    case .idle, .seeking, .spent: return nil
    case .released(let clicks, _):
      state = .idle
      return Self.meaning(ofClicks: clicks).map { ($0, due) }
    case .pressed(let clicks, _):
      let direction: SeekDirection? = clicks == 0 ? nil : clicks == 1 ? .forward : .backward
      state = direction.map { .seeking($0) } ?? .spent
      return (direction.map { .command($0.begin) } ?? .longPress, due)
    }
  }

  /// Ends the series as another key is pressed (CLK-16). The action of the earlier clicks precedes that key. A press
  /// under way is dropped.
  ///
  /// - Returns: the action of the clicks, or the end of seeking.
  public mutating func interrupt() -> RemoteAction? {
    defer { state = .idle }
    switch state {
    case .idle, .spent: return nil
    case .pressed(let clicks, _), .released(let clicks, _): return Self.meaning(ofClicks: clicks)
    case .seeking(let direction): return .command(direction.end)
    }
  }

  /// The action of one or two clicks when no third click follows; nil for none.
  private static func meaning(ofClicks count: Int) -> RemoteAction? {
    switch count {
    case 0: nil
    case 1: .click
    default: .command(.nextTrack)
    }
  }

  /// Drops the clicks under way and ends seeking, as the headset is gone (CLK-12, CLK-13).
  ///
  /// - Returns: the end of seeking.
  public mutating func drop() -> RemoteAction? {
    defer { state = .idle }
    if case .seeking(let direction) = state { return .command(direction.end) }
    return nil
  }
}
