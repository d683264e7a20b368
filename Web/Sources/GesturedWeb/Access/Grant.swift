/// One right of a page: a word of the configuration.
enum Grant: String, CaseIterable, Hashable, Sendable {
  /// Hear gestures of two fingers or more, without places.
  case coarse
  /// Hear every gesture with places.
  case gestures
  /// Declare own regions and recognizers.
  case declare
  /// Hear states and reasons of recognizers.
  case explain
  /// Hear raw touches.
  case touches
  /// `explain`, `touches` and other pages' declarations, for the live view.
  case view
  /// The requests `inhibit` and `release`.
  case inhibit
  /// The request of that name.
  case cancelTouches = "cancel_touches"
  /// The request of that name.
  case focus
  /// The request of that name.
  case orientation
  /// The request of that name, and audio routes.
  case audio
  /// The request of that name, its commands and presses.
  case remote
  /// Requests and lines of motion.
  case motion
  /// Windows, and which one is key.
  case keyWindow = "key_window"

  /// The grants of pages that the service serves, without the token.
  static let ofOwnPages: Set<Grant> = [.coarse, .gestures, .declare]

  /// The grants, with those that they include.
  static func closed(_ grants: Set<Grant>) -> Set<Grant> {
    var all = grants
    if all.contains(.view) { all.formUnion([.explain, .touches, .gestures]) }
    if !all.isEmpty { all.insert(.coarse) }
    return all
  }

  /// The grant that a line of this type needs; nil for a line that no page hears.
  static func hearing(_ type: some StringProtocol) -> Grant? {
    switch type {
    case "hello", "device", "inhibit", "bye", "gesture", "reply", "dropped", "snapshot": .coarse
    case "settled", "idle", "deferred", "filtering", "reset": .gestures
    case "transition", "region", "recognizer", "responder": .explain
    case "touches", "ask", "offer", "timeout": .touches
    case "motion", "motion_data": .motion
    case "remote", "press": .remote
    case "route": .audio
    default: nil
    }
  }
}
