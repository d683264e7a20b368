/// The buttons that are pressed while something touches or hovers, with UIKit's numbers (PEN-1).
///
/// The tip of a pen is its primary button, as long as no button of the barrel is pressed. A pen with a pressed button
/// touches as a mouse that clicks with its right button.
public struct TouchButtons: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The tip alone, or a finger.
  public static let primary = TouchButtons(rawValue: 1)
  /// The pen's first button.
  public static let secondary = TouchButtons(rawValue: 2)
  /// The pen's second button.
  public static let tertiary = TouchButtons(rawValue: 4)
  /// The pen's third button.
  public static let quaternary = TouchButtons(rawValue: 8)

  /// The largest sum of buttons that can be asked for.
  static let largestMask = 15

  /// The option of recognizers that ask for buttons (TAP-21).
  static let option = OptionDescription(
    "button_mask", .integer(range: 1...largestMask, default: 1), source: "TAP-21",
    "Which buttons must be pressed when a touch lands, added up: 1 is a finger or the tip of a pen alone, 2, 4 and 8 are "
      + "the pen's buttons.")

  /// The buttons that a recognizer's options ask for.
  static func mask(_ options: OptionTable) -> TouchButtons {
    TouchButtons(rawValue: UInt8(clamping: options.integer(option.key)))
  }
}

extension ContactAttributes {
  /// Whether all these buttons are pressed. A contact of a device without buttons counts as the primary button.
  func presses(_ mask: TouchButtons) -> Bool {
    buttons.isEmpty ? mask == .primary : buttons.isSuperset(of: mask)
  }
}
