/// A key of a remote control was pressed or released.
public struct PressNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The key: `up`, `down`, `left`, `right`, `select`, `menu`, `play_pause`, `page_up` or `page_down`.
  public var press: String
  /// UIKit's number for the key.
  public var pressType: Int
  /// The number of the press on its remote control, the same from beginning to end.
  public var pressID: Int
  /// The phase: `began`, `ended` or `cancelled`.
  public var phase: String
  /// The force: 1 while the key is down, then 0.
  public var force: Double
  /// The remote control's own name.
  public var name: String
  /// All keys that are down on the remote control.
  public var all: [String]
  /// The responder that takes the press: a region, `controller:` and a tag, or `application`; nil where none does.
  public var receiver: String?

  private enum CodingKeys: String, CodingKey {
    case time, press
    case pressType = "press_type"
    case pressID = "press_id"
    case phase, force, name, all, receiver
  }
}
