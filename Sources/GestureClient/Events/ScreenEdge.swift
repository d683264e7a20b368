/// An edge or a corner of the screen.
public struct ScreenEdge: WireWord {
  /// The word on the wire.
  public let rawValue: String

  /// An edge of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The left edge.
  public static let left: Self = "left"
  /// The right edge.
  public static let right: Self = "right"
  /// The upper edge.
  public static let top: Self = "top"
  /// The lower edge.
  public static let bottom: Self = "bottom"
  /// The upper left corner.
  public static let topLeft: Self = "top_left"
  /// The upper right corner.
  public static let topRight: Self = "top_right"
  /// The lower left corner.
  public static let bottomLeft: Self = "bottom_left"
  /// The lower right corner.
  public static let bottomRight: Self = "bottom_right"
}
