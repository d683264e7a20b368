import GestureCore

/// A touchscreen came or went.
public struct DeviceMessage: Hashable, Sendable {
  /// What happened to it. The raw value is the word on the wire.
  public enum State: String, Hashable, Sendable {
    /// It can be read from now on.
    case added
    /// It is gone; whatever was under way on it was cancelled before.
    case removed
  }

  /// When it was found or lost.
  public var time: Instant
  /// Its number, never used again while the daemon lives.
  public var device: Int
  /// What happened.
  public var state: State
  /// What it calls itself: any text at all.
  public var name: String
  /// Its extent in mm.
  public var size: Size
  /// Where `size` comes from, as a word: `resolution`, `configured`, `fallback`.
  public var sizeSource: String
  /// How many contacts it can tell apart.
  public var maximumTouches: Int

  /// A change of the list of devices.
  public init(
    time: Instant, device: Int, state: State, name: String, size: Size, sizeSource: String,
    maximumTouches: Int
  ) {
    self.time = time
    self.device = device
    self.state = state
    self.name = name
    self.size = size
    self.sizeSource = sizeSource
    self.maximumTouches = maximumTouches
  }
}
