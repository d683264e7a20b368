/// A region or window as an author declares it, before a screen is known.
public struct RegionDeclaration: Hashable, Sendable {
  /// The properties that do not depend on a screen. The properties below replace its frame, its bounds' origin, its
  /// outset and the shift of its transform.
  public var region: Region
  /// The name of the parent region or window; nil for a window.
  public var parent: String?
  /// The owner: `RegionTree.configuration`, or the number of a client (DMN-2).
  public var owner = RegionTree.configuration
  /// Left, top, width and height. Nil for the whole parent and everything beyond it.
  public var frame: [RegionLength]?
  /// The origin of the bounds, to the right and downwards (HIT-20).
  public var boundsOrigin = [RegionLength.zero, .zero]
  /// The last part of the transform, to the right and downwards.
  public var translation = [RegionLength.zero, .zero]
  /// The outsets beyond top, left, bottom and right (HIT-29); nil for none.
  public var hitOutset: [RegionLength]?

  /// The declaration of a region, or of a window if there is no parent.
  public init(_ region: Region, parent: String?, frame: [RegionLength]?) {
    self.region = region
    self.parent = parent
    self.frame = frame
  }

  /// Whether any length counts pixels.
  public var hasPixels: Bool {
    ((frame ?? []) + boundsOrigin + translation + (hitOutset ?? [])).contains { $0.unit == .pixels }
  }

  /// Whether the target is smaller than a finger on every screen (HIT-30).
  public var isSmallTarget: Bool {
    guard region.isInteractive, let frame,
      let width = frame[2].millimetresEverywhere, let height = frame[3].millimetresEverywhere
    else { return false }
    let outset = hitOutset?.map { $0.millimetresEverywhere ?? 0 } ?? [0, 0, 0, 0]
    let narrower = min(width + outset[1] + outset[3], height + outset[0] + outset[2])
    return narrower < Self.smallestTarget - Tolerance.distance
  }

  /// 44 pt, the usual smallest width and height of a finger's target (HIT-30), in mm.
  public static let smallestTarget = 44 * RegionLength.millimetresPerPoint

  /// The region on a screen; nil where a length counts pixels and the size of a pixel is unknown.
  ///
  /// - Parameters:
  ///   - around: the size of the parent, in mm.
  ///   - pixel: the size of a pixel, in mm.
  func resolved(in around: Size, pixel: Size?) -> Region? {
    func across(_ length: RegionLength) -> Double? {
      length.millimetres(of: around.width, pixel: pixel?.width)
    }
    func down(_ length: RegionLength) -> Double? {
      length.millimetres(of: around.height, pixel: pixel?.height)
    }
    guard let originX = across(boundsOrigin[0]), let originY = down(boundsOrigin[1]),
      let shiftX = across(translation[0]), let shiftY = down(translation[1])
    else { return nil }
    var region = region
    region.boundsOrigin = Point(originX, originY)
    region.transform.tx += shiftX
    region.transform.ty += shiftY
    if let frame {
      guard let left = across(frame[0]), let top = down(frame[1]), let width = across(frame[2]),
        let height = down(frame[3])
      else { return nil }
      region.frame = Rect(Point(left, top), Size(width, height))
    } else {
      region.frame = Rect(.zero, around)
      region.hitOutset = .unbounded
    }
    if let hitOutset {
      guard let top = down(hitOutset[0]), let left = across(hitOutset[1]), let bottom = down(hitOutset[2]),
        let right = across(hitOutset[3])
      else { return nil }
      region.hitOutset = EdgeOutsets(top: top, left: left, bottom: bottom, right: right)
    }
    return region
  }
}
