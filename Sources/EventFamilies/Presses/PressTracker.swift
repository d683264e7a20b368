public import GestureCore

/// Turns the keys of one remote control into presses.
public struct PressTracker: Hashable, Sendable {
  /// The most keys that are down at once. Further keys of a device are ignored.
  public static let maximumPresses = 10

  /// The presses that are down, in the order in which they began: UIPressesEvent's `allPresses` (PRS-9).
  public private(set) var presses: [Press] = []
  private var codes: [UInt16] = []
  private var latest: UInt64 = 0

  /// A tracker without presses.
  public init() {}

  /// Tracks a key. The value is 1 for down, 0 for up, and 2 for held, which is ignored (PRS-3).
  ///
  /// - Returns: the press that has changed; nil for other keys, and where no press has changed.
  public mutating func track(key code: UInt16, value: Int32, at time: Instant) -> Press? {
    guard let type = PressType.keys[code] else { return nil }
    let position = codes.firstIndex(of: code)
    switch (value, position) {
    case (1, nil) where presses.count < Self.maximumPresses:
      latest += 1
      let press = Press(id: latest, type: type, phase: .began, force: 1, time: time)
      presses.append(press)
      codes.append(code)
      return press
    case (0, let position?):
      return end(position, as: .ended, at: time)
    default:
      return nil
    }
  }

  /// Cancels one press that is down, as the device is gone or its keys do not count for now (PRS-7).
  ///
  /// - Returns: the cancelled press; nil once no press is down.
  public mutating func cancelOne(at time: Instant) -> Press? {
    presses.isEmpty ? nil : end(0, as: .cancelled, at: time)
  }

  private mutating func end(_ position: Int, as phase: PressPhase, at time: Instant) -> Press {
    codes.remove(at: position)
    var press = presses.remove(at: position)
    press.phase = phase
    press.force = 0
    press.time = time
    return press
  }
}
