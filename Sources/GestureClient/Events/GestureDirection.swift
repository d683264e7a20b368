/// A direction on the screen.
public struct GestureDirection: WireWord {
  /// The word on the wire.
  public let rawValue: String

  /// A direction of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Toward smaller x.
  public static let left: Self = "left"
  /// Toward larger x.
  public static let right: Self = "right"
  /// Toward smaller y.
  public static let up: Self = "up"
  /// Toward larger y.
  public static let down: Self = "down"
}
