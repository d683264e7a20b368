/// A part of a screen that touches are bound to and recognizers are attached to: UIView. A window is also a region, the
/// outermost: UIWindow.
///
/// The code that makes or changes a region sets its declared properties. The tree sets its place in the tree.
public struct Region: Hashable, Sendable {
  /// The answer of a region to a hit test (HIT-22 to HIT-28): UIKit's override of `hitTest`.
  public enum HitPolicy: String, Hashable, Sendable, CaseIterable {
    /// The children, then the region itself.
    case normal
    /// The region itself, whatever the point (HIT-23).
    case capture
    /// Neither the region nor its children (HIT-24).
    case none
    /// The children, never the region itself (HIT-27).
    case passThrough = "pass_through"
  }

  /// The handling of the region's own touches and of touches that inner regions do not handle (RSP-2).
  public enum TouchHandling: String, Hashable, Sendable, CaseIterable {
    /// The touches go on to the next responder.
    case ignores = "ignore"
    /// The region receives the touches, and regions further out do not.
    case handles = "handle"
    /// The region receives the touches, and so does the next responder.
    case forwards = "forward"
  }

  /// The standing of recognizers that other owners attach to the region (MULTI-2).
  public enum ForeignRecognizers: String, Hashable, Sendable, CaseIterable {
    /// The recognizers report beside the others and disturb none.
    case passive
    /// The recognizers act like the owner's.
    case full
  }

  /// The author's name for the region, unique on its screen.
  public var name: String
  /// The kind of the region's content.
  public var kind: RegionKind
  /// The rectangle in the parent, in mm, before `transform`.
  public var frame: Rect
  /// The point of the region's own coordinates that lies at the corner of its frame, in mm (HIT-20).
  public var boundsOrigin = Point.zero
  /// The rotation, scaling and shift about the anchor.
  public var transform = AffineTransform.identity
  /// The pivot of `transform`, as fractions of the frame (HIT-17).
  public var anchor = Point(0.5, 0.5)
  /// Whether the region and its content can be touched (HIT-9).
  public var isInteractive: Bool
  /// Whether the region and its content are out of sight (HIT-8).
  public var isHidden = false
  /// The opacity, 0 … 1; below 0.01 the region cannot be touched (HIT-10).
  public var alpha = 1.0
  /// Whether the content is drawn only inside the bounds. Hits do not depend on it (HIT-6).
  public var clips = false
  /// Whether the region receives several touches at once (DLV-1, DLV-5).
  public var isMultiple = false
  /// Whether touches in the region and in other regions of its window shut one another out (DLV-6, DLV-7).
  public var isExclusive = false
  /// The handling of touches.
  public var handling = TouchHandling.handles
  /// The answer to a hit test.
  public var hitPolicy = HitPolicy.normal
  /// The distance beyond the bounds at which the region can still be hit (HIT-29).
  public var hitOutset = EdgeOutsets.zero
  /// The most touches bound to the region and its content; beyond that it takes no more (HIT-34). Nil for any number.
  public var hitMaximumTouches: Int?
  /// The tag of the region's controller; nil for none (RSP-1).
  public var controller: String?
  /// Whether the region may be first responder (RSP-6).
  public var canBecomeFirstResponder = false
  /// Whether the region gives up being first responder when another wants to be (RSP-7).
  public var canResignFirstResponder = true
  /// Whether a tap makes the region first responder (RSP-12).
  public var acceptsText: Bool
  /// The edges from which the first system edge pan goes to the region (EDG-12).
  package var deferredEdges: ScreenEdges = []
  /// The level of a window: hit tests ask windows of a higher level first (HIT-21).
  public var level = 0.0
  /// Whether other owners may add regions to this one (DMN-2).
  public var acceptsForeignChildren = false
  /// The standing of other owners' recognizers on the region (MULTI-2).
  public var foreignRecognizers = ForeignRecognizers.passive
  /// The actions that the region performs (RSP-14).
  public var actions: [String] = []
  /// Whether the app behind all regions never receives touches that land in the region or inside it (FLT-17).
  public var shieldsApp = false
  /// The questions that the region's owner answers.
  public var asks: RegionQuestions = []

  /// The owner: `RegionTree.configuration`, or the number of a client (DMN-2).
  public internal(set) var owner = RegionTree.configuration
  /// The number of the parent; nil for a window. The number stays when the region is removed.
  public internal(set) var parent: Int?
  /// The children, back to front.
  public internal(set) var children: [Int] = []
  /// The map from screen coordinates to the region's own; nil where the region's placement has no inverse (HIT-19).
  public internal(set) var fromScreen: AffineTransform? {
    didSet { hasScreenCoordinates = fromScreen == .identity }
  }
  /// Whether the region's coordinates are the screen's, as the root's nearly always are. Then no conversion is needed.
  public private(set) var hasScreenCoordinates = false
  /// The number of regions around this one: 0 for a window.
  public internal(set) var depth = 0
  /// The number of the region's window; a window has its own number.
  public internal(set) var window = 0
  /// Whether the region was removed, and only touches or recognizers still refer to it.
  public internal(set) var isRemoved = false

  /// A region that is not in a tree yet.
  ///
  /// - Parameters:
  ///   - name: the author's name for the region.
  ///   - kind: the kind of content, which decides whether the region can be touched and takes text.
  ///   - frame: the rectangle in the parent, in mm.
  public init(_ name: String, kind: RegionKind = .view, frame: Rect) {
    self.name = name
    self.kind = kind
    self.frame = frame
    isInteractive = kind.isInteractive
    acceptsText = kind.acceptsText
  }

  /// Empties and removes the region. Returns its parent.
  @discardableResult
  mutating func remove() -> Int? {
    children = []
    isRemoved = true
    return parent
  }

  /// Whether a point in the region's own coordinates hits it: UIKit's pointInside (HIT-5, HIT-29).
  func contains(_ point: Point) -> Bool {
    point.x >= boundsOrigin.x - hitOutset.left && point.y >= boundsOrigin.y - hitOutset.top
      && point.x < boundsOrigin.x + frame.size.width + hitOutset.right
      && point.y < boundsOrigin.y + frame.size.height + hitOutset.bottom
  }

  /// Whether the region and its content can be hit at all, whatever the point (HIT-8 to HIT-11, HIT-19).
  var canBeHit: Bool {
    // A region with exactly 0.01 can still be touched (HIT-10).
    !isHidden && isInteractive && alpha >= 0.01 && fromScreen != nil
  }

  /// The map from the parent's coordinates to the region's own; nil where the placement has no inverse.
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
  /// Whether the region equals another one apart from their children.
  public func isSame(as other: Region) -> Bool {
    var changed = other
    changed.children = children
    return self == changed
  }
}

/// The content of a region, as far as its defaults and the rules of other regions depend on it (HIT-13, ARB-13).
public enum RegionKind: String, Hashable, Sendable, CaseIterable {
  /// Any content: UIView.
  case view
  /// A picture: UIImageView.
  case image
  /// A text to read: UILabel.
  case label
  /// UIButton.
  case button
  /// A text to write: UITextField.
  case textField = "text_field"
  /// UIScrollView.
  case scroll
  /// UITableView.
  case table

  /// The beginning of references to all recognizers in regions of a kind.
  public static let referencePrefix = "region_kind:"

  /// The kind of region that a reference to recognizers names; nil where it names another thing, and nil within for an
  /// unknown kind.
  static func named(by reference: String) -> RegionKind?? {
    guard reference.hasPrefix(referencePrefix) else { return nil }
    return .some(RegionKind(rawValue: String(reference.dropFirst(referencePrefix.count))))
  }

  /// Whether a region of this kind can be touched by default (HIT-13).
  public var isInteractive: Bool {
    switch self {
    case .image, .label: false
    case .view, .button, .textField, .scroll, .table: true
    }
  }

  /// Whether a region of this kind takes text by default (RSP-12).
  public var acceptsText: Bool { self == .textField }
}
