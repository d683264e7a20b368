import GestureCore

/// A colour or weight of a terminal. The raw value is the parameter of the SGR sequence (ECMA-48).
enum TextColor: String, Sendable {
  /// What matters most in a line.
  case bold = "1"
  /// What is only there to be looked up.
  case faint = "2"
  /// What did not come about.
  case red = "31"
  /// What did.
  case green = "32"
  /// What was taken away.
  case yellow = "33"

  /// How a recognizer's state is shown; nil for plainly.
  init?(_ state: GestureState) {
    switch state {
    case .began, .ended: self = .green
    case .cancelled: self = .yellow
    case .failed: self = .red
    case .possible, .changed: return nil
    }
  }
}
