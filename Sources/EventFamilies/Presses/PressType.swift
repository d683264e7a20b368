/// The type of a press, with UIKit's numbers.
public enum PressType: Int, Hashable, Sendable, CaseIterable {
  /// The arrow up.
  case upArrow = 0
  /// The arrow down.
  case downArrow = 1
  /// The arrow to the left.
  case leftArrow = 2
  /// The arrow to the right.
  case rightArrow = 3
  /// The key that chooses.
  case select = 4
  /// The key that goes back.
  case menu = 5
  /// The key that plays and pauses.
  case playPause = 6
  /// The key for one page up.
  case pageUp = 30
  /// The key for one page down.
  case pageDown = 31

  /// The word on the wire and in the configuration.
  public var word: String {
    switch self {
    case .upArrow: "up"
    case .downArrow: "down"
    case .leftArrow: "left"
    case .rightArrow: "right"
    case .select: "select"
    case .menu: "menu"
    case .playPause: "play_pause"
    case .pageUp: "page_up"
    case .pageDown: "page_down"
    }
  }

  /// The type that a word names; nil for any other word.
  public init?(word: String) {
    guard let type = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = type
  }

  /// The key codes of linux/input-event-codes.h that are presses of a remote control (PRS-2).
  public static let keys: [UInt16: PressType] = [
    103: .upArrow, 108: .downArrow, 105: .leftArrow, 106: .rightArrow,
    353: .select, 352: .select, 28: .select,
    139: .menu, 158: .menu,
    MediaKey.playPause: .playPause,
    104: .pageUp, 109: .pageDown,
  ]
}
