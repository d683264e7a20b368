/// A part of a screen that touches are bound to and recognizers are attached to: UIView. A window is one too, the
/// outermost: UIWindow.
///
/// What an author may say is set by whoever makes or changes it; where it lies in the tree is the tree's to say.
public struct Region: Hashable, Sendable {
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

  /// What recognizers that others than its owner attach to it count for (MULTI-2).
  public enum ForeignRecognizers: String, Hashable, Sendable, CaseIterable {
    /// They report side by side with the others and disturb none.
    case passive
    /// They are as those of its owner.
    case full
  }

  /// The author's name for it, unique on its screen.
  public var name: String
  /// What it shows.
  public var kind: RegionKind
  /// Where it lies in its parent, in mm, before `transform`.
  public var frame: Rect
  /// The point of its own coordinates that lies at the corner of its frame, in mm (HIT-20).
  public var boundsOrigin = Point.zero
  /// How it is turned, scaled and shifted about its anchor.
  public var transform = AffineTransform.identity
  /// The pivot of `transform`, in parts of its frame (HIT-17).
  public var anchor = Point(0.5, 0.5)
  /// Whether it and what lies in it can be touched (HIT-9).
  public var isInteractive: Bool
  /// Whether it and what lies in it is out of sight (HIT-8).
  public var isHidden = false
  /// How opaque it is, 0 … 1; below 0.01 it cannot be touched (HIT-10).
  public var alpha = 1.0
  /// Whether what lies in it is drawn inside its bounds only. Hits do not depend on it (HIT-6).
  public var clips = false
  /// Whether it is told of several touches at once (DLV-1, DLV-5).
  public var isMultiple = false
  /// Whether touches in it and in other regions of its window shut one another out (DLV-6, DLV-7).
  public var isExclusive = false
  /// What it does with touches.
  public var handling = TouchHandling.handles
  /// Who answers for a point.
  public var hitPolicy = HitPolicy.normal
  /// How far it can be hit beyond its bounds (HIT-29).
  public var hitOutset = EdgeOutsets.zero
  /// With that many touches bound to it or to what lies in it, it takes no more (HIT-34); nil for any number.
  public var hitMaximumTouches: Int?
  /// The tag of the controller that it belongs to; nil for none (RSP-1).
  public var controller: String?
  /// Whether it may be first responder (RSP-6).
  public var canBecomeFirstResponder = false
  /// Whether it gives up being first responder when another wants to be (RSP-7).
  public var canResignFirstResponder = true
  /// Whether a tap makes it first responder (RSP-12).
  public var acceptsText: Bool
  /// Of a window: windows of a higher level are asked first (HIT-21).
  public var level = 0.0
  /// Whether others than its owner may put regions into it (DMN-2).
  public var acceptsForeignChildren = false
  /// What recognizers of others count for on it (MULTI-2).
  public var foreignRecognizers = ForeignRecognizers.passive

  /// Whose it is: `RegionTree.configuration`, or the number of a client (DMN-2).
  public internal(set) var owner = RegionTree.configuration
  /// The number of the region it lies in; nil for a window. It stays when the region is removed.
  public internal(set) var parent: Int?
  /// The regions in it, back to front.
  public internal(set) var children: [Int] = []
  /// From screen coordinates to its own; nil where its place cannot be undone (HIT-19).
  public internal(set) var fromScreen: AffineTransform? {
    didSet { hasScreenCoordinates = fromScreen == .identity }
  }
  /// Whether these are the coordinates of the screen, as those of the root nearly always are: nothing is to be worked out.
  public private(set) var hasScreenCoordinates = false
  /// How many regions it lies in: 0 for a window.
  public internal(set) var depth = 0
  /// The number of its window; of a window its own.
  public internal(set) var window = 0
  /// Whether it is gone, and only touches or recognizers that had to do with it still speak of it.
  public internal(set) var isRemoved = false

  /// A region that is in no tree yet.
  ///
  /// - Parameters:
  ///   - name: the author's name for it.
  ///   - kind: what it shows, which decides whether it can be touched and takes text.
  ///   - frame: where it lies in its parent, in mm.
  public init(_ name: String, kind: RegionKind = .view, frame: Rect) {
    self.name = name
    self.kind = kind
    self.frame = frame
    isInteractive = kind.isInteractive
    acceptsText = kind.acceptsText
  }

  /// Whether it is hit at a point in its own coordinates: UIKit's pointInside (HIT-5, HIT-29).
  func contains(_ point: Point) -> Bool {
    point.x >= boundsOrigin.x - hitOutset.left && point.y >= boundsOrigin.y - hitOutset.top
      && point.x < boundsOrigin.x + frame.size.width + hitOutset.right
      && point.y < boundsOrigin.y + frame.size.height + hitOutset.bottom
  }

  /// Whether it and what lies in it can be hit at all, whatever the point (HIT-8 to HIT-11, HIT-19).
  var canBeHit: Bool {
    // HIT-10: exactly 0.01 can still be touched.
    !isHidden && isInteractive && alpha >= 0.01 && fromScreen != nil
  }

  /// From its parent's coordinates to its own; nil where that cannot be.
  var fromParent: AffineTransform? {
    let pivot = Point(
      frame.origin.x + anchor.x * frame.size.width, frame.origin.y + anchor.y * frame.size.height)
    return AffineTransform.translation(pivot.x, pivot.y)
      .after(transform)
      .after(
        .translation(frame.origin.x - boundsOrigin.x - pivot.x, frame.origin.y - boundsOrigin.y - pivot.y)
      )
      .inverse
  }
}

extension Region {
  /// Whether it is as another is, apart from what lies in them.
  public func isSame(as other: Region) -> Bool {
    var changed = other
    changed.children = children
    return self == changed
  }
}
