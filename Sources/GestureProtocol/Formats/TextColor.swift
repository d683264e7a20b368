import GestureCore

/// A color or weight of a terminal. The raw value is the parameter of the SGR sequence (ECMA-48).
enum TextColor: String, Sendable {
  /// The most important part of a line.
  case bold = "1"
  /// A part for reference only.
  case faint = "2"
  /// A failure.
  case red = "31"
  /// A success.
  case green = "32"
  /// A cancellation.
  case yellow = "33"

  /// The color of a recognizer's state; nil for the terminal's own color.
  init?(_ state: GestureState) {
    switch state {
    case .began, .ended: self = .green
    case .cancelled: self = .yellow
    case .failed: self = .red
    case .possible, .changed: return nil
    }
  }
}
