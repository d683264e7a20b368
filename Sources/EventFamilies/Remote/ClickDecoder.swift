public import GestureCore

/// The one button of a headset: presses and releases in, what they mean out.
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
/// A release at exactly the end of the hold is a click, and a press at exactly the end of the gap belongs to the series
/// (TIM-1): the caller fires the deadlines before an event, not those at it.
public struct ClickDecoder: Hashable, Sendable {
  /// What the decoder is at.
  private enum State: Hashable, Sendable {
    /// Nothing is under way.
    case idle
    /// The button is down, after that many clicks.
    case pressed(clicks: Int, since: Instant)
    /// That many clicks, and the button is up.
    case released(clicks: Int, since: Instant)
    /// It is held, and winds.
    case seeking(SeekDirection)
    /// It is held, and nothing more comes of it.
    case spent
  }

  private let settings: RemoteSettings
  private var state = State.idle

  /// A decoder.
  public init(_ settings: RemoteSettings = RemoteSettings()) {
    self.settings = settings
  }

  /// When `advance` is to be called; nil where nothing waits.
  public var deadline: Instant? {
    switch state {
    case .idle, .seeking, .spent: nil
    case .pressed(_, let start): start + settings.hold
    case .released(_, let start): start + settings.gap
    }
  }

  /// The button goes down. Deadlines before it have fired.
  ///
  /// - Returns: what it means already.
  public mutating func press(at time: Instant) -> RemoteAction? {
    switch state {
    case .idle: state = .pressed(clicks: 0, since: time)
    case .released(let clicks, _): state = .pressed(clicks: clicks, since: time)
    // A press without a release before it: nothing to make of it (CLK-11).
    case .pressed, .seeking, .spent: break
    }
    return nil
  }

  /// The button goes up. Deadlines before it have fired.
  ///
  /// - Returns: what it means already.
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
        // CLK-4, CLK-10: the third ends the series at once.
        state = .idle
        return .command(.previousTrack)
      case (.counted, _):
        state = .released(clicks: clicks + 1, since: time)
        return nil
      }
    }
  }

  /// Does what is due before or at a time.
  ///
  /// - Returns: what was meant, and when; nil once nothing is due any more.
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

  /// Another key is pressed: what the clicks so far mean comes before it, a press under way alone is dropped (CLK-16).
  ///
  /// - Returns: what was meant.
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

  /// The headset is gone: what was under way is dropped, and winding ends (CLK-12, CLK-13).
  ///
  /// - Returns: the end of winding.
  public mutating func drop() -> RemoteAction? {
    defer { state = .idle }
    if case .seeking(let direction) = state { return .command(direction.end) }
    return nil
  }
}
