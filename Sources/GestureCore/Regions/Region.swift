/// A part of a screen that touches are bound to and recognizers are attached to: UIView.
public struct Region: Sendable {
  /// The author's name for it; the root is `root`.
  public var name: String
  /// The number of the region it lies in; nil for the root.
  public var parent: Int?
  /// The regions in it, back to front.
  public var children: [Int] = []
  /// Where it lies in its parent, in mm.
  public var frame: Rect
  /// Its top-left corner on the screen, in mm.
  public var origin: Point
  /// How many regions it lies in: 0 for the root.
  public var depth: Int
}
