public import GestureCore

/// How large a display is and how many pixels it has, as it lies when nothing turns its picture.
public struct DisplayFacts: Hashable, Sendable {
  /// Its extent in mm, within `DeviceJudgement.sides`; nil where it tells none.
  public var size: Size?
  /// Its pixels across and down, each at least 1; nil where it tells none.
  public var pixels: Size?

  /// A display.
  public init(size: Size? = nil, pixels: Size? = nil) {
    self.size = size
    self.pixels = pixels
  }

  /// What tells its shape; nil where nothing does.
  var shape: Size? { size ?? pixels }
}
