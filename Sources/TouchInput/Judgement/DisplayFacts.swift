public import GestureCore

/// A display's size and number of pixels, as it lies when its picture is not rotated.
public struct DisplayFacts: Hashable, Sendable {
  /// The display's size in mm, within `DeviceJudgement.sides`; nil where the display claims none.
  public var size: Size?
  /// The display's pixels across and down, each at least 1; nil where the display claims none.
  public var pixels: Size?

  /// A display.
  public init(size: Size? = nil, pixels: Size? = nil) {
    self.size = size
    self.pixels = pixels
  }

  /// A size of the display's shape, in mm or pixels; nil where both are unknown.
  var shape: Size? { size ?? pixels }
}
