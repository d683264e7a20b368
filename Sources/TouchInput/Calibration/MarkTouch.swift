public import GestureCore

/// A mark of a calibration, and where the panel said that it was touched.
public struct MarkTouch: Hashable, Sendable {
  /// Where the mark is, in shares 0 … 1 of the picture's width and height.
  public var mark: Point
  /// Where the panel reported the touch, in shares 0 … 1 of its own width and height.
  public var reported: Point

  /// A touched mark.
  public init(mark: Point, reported: Point) {
    self.mark = mark
    self.reported = reported
  }
}
