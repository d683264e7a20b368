/// A part of a screen that touches are bound to and recognizers are attached to: UIView. A window is one too, the
/// outermost: UIWindow.
public struct Region: Sendable {
  /// Who answers where a point is asked for (HIT-22 to HIT-28): UIKit's override of `hitTest`.
  public enum HitPolicy: String, Hashable, Sendable, CaseIterable {
    /// Its children first, then itself.
    case normal
    /// Itself, whatever the point (HIT-23).
    case capture
    /// Nobody (HIT-24).
    case none
    /// Its children, never itself (HIT-27).
    case passThrough = "pass_through"
  }

  /// What it does with touches of its own and of regions in it that do not handle theirs (RSP-2).
  public enum TouchHandling: String, Hashable, Sendable, CaseIterable {
    /// They go on to the next responder.
    case ignores = "ignore"
    /// It is told of them, and nobody further out.
    case handles = "handle"
    /// It is told of them, and so is the next responder.
    case forwards = "forward"
  }

  /// The author's name for it; the root is `root`.
  public var name: String
  /// The number of the region it lies in; nil for a window.
  public var parent: Int?
  /// The regions in it, back to front.
  public var children: [Int] = []
  /// Where it lies in its parent, in mm, before `transform`.
  public var frame: Rect
  /// The point of its own coordinates that lies at the corner of its frame, in mm (HIT-20).
  public var boundsOrigin = Point.zero
  /// How it is turned, scaled and shifted about its anchor.
  public var transform = AffineTransform.identity
  /// The pivot of `transform`, in parts of its frame (HIT-17).
  public var anchor = Point(0.5, 0.5)
  /// Whether it and what lies in it can be touched (HIT-9).
  public var isInteractive = true
  /// Whether it and what lies in it is out of sight (HIT-8).
  public var isHidden = false
  /// How opaque it is, 0 … 1; below 0.01 it cannot be touched (HIT-10).
  public var alpha = 1.0
  /// Whether it is told of several touches at once (DLV-1, DLV-5).
  public var isMultiple = false
  /// Whether touches in it and in other regions of its window shut one another out (DLV-6, DLV-7).
  public var isExclusive = false
  /// What it does with touches.
  public var handling = TouchHandling.handles
  /// Who answers for a point.
  public var hitPolicy = HitPolicy.normal
  /// From screen coordinates to its own; nil where its place cannot be undone (HIT-19).
  public var fromScreen: AffineTransform?
  /// How many regions it lies in: 0 for a window.
  public var depth: Int
  /// The number of its window.
  public var window: Int
}
