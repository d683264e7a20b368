/// A key of a remote control is pressed, or was.
public struct PressNotice: Hashable, Sendable, Decodable {
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// What is pressed: `up`, `down`, `left`, `right`, `select`, `menu`, `play_pause`, `page_up` or `page_down`.
  public var press: String
  /// UIKit's number for it.
  public var pressType: Int
  /// One number from began to its end, on one remote control.
  public var pressID: Int
  /// What becomes of it: `began`, `ended` or `cancelled`.
  public var phase: String
  /// How hard: 1 while it is down, then 0.
  public var force: Double
  /// What the remote control calls itself.
  public var name: String
  /// All presses that are down on it.
  public var all: [String]
  /// The region that takes it; nil where none does.
  public var receiver: String?

  private enum CodingKeys: String, CodingKey {
    case time, press
    case pressType = "press_type"
    case pressID = "press_id"
    case phase, force, name, all, receiver
  }
}
