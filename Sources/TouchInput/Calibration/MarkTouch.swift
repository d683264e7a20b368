public import GestureCore

/// A mark of a calibration, and the position that the panel reported for its touch.
public struct MarkTouch: Hashable, Sendable {
  /// The mark's position, in shares 0 … 1 of the picture's width and height.
  public var mark: Point
  /// The reported position of the touch, in shares 0 … 1 of the panel's own width and height.
  public var reported: Point

  /// A touched mark.
  public init(mark: Point, reported: Point) {
    self.mark = mark
    self.reported = reported
  }
}
