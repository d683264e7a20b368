import GestureCore

/// A device that passed judgement: all that is needed to turn its events into contacts in millimetres.
///
/// Its numbers are safe to compute with. Made by `DeviceJudgement.judgeAxes`.
public struct TouchPanel: Hashable, Sendable {
  /// How the device tells of its contacts.
  public let touchProtocol: TouchProtocol
  /// How many slots its contacts are in, `DeviceJudgement.slotCounts`; 1 where it is a single-touch device.
  public let slotCount: Int
  /// How many contacts at once it can tell of.
  public var maximumContacts: Int { touchProtocol.isSlotless ? DeviceJudgement.slotlessContacts : slotCount }
  /// Left to right.
  public let x: PanelAxis
  /// Top to bottom.
  public let y: PanelAxis
  /// The extent of the picture over it in millimetres.
  public private(set) var size: Size
  /// Where `size` comes from.
  public let sizeSource: SizeSource
  /// What is doubtful about `size`, if anything.
  public let sizeWarning: SizeWarning?
  /// Whether two contacts are only the corners of the box around them (INPUT_PROP_SEMI_MT, D16). Then they are told of
  /// by the middle and the size of the box: they move and pinch, and never turn (`SemiMultitouchBox`).
  public let isSemiMultitouch: Bool
  /// What the device says of its contacts besides where they are.
  public private(set) var contact: ContactAxes
  /// From mm on the panel to mm on the picture; nil where they are the same (DMN-11).
  public private(set) var toPicture: AffineTransform?
  /// Its own extent, in mm.
  let ownSize: Size
  /// How it lies under the picture.
  public private(set) var placement: PanelPlacement

  /// The same panel, turned otherwise against the picture (DMN-12); its calibration stays.
  public func turned(to rotation: PanelPlacement.Rotation) -> TouchPanel {
    var placement = placement
    placement.rotation = rotation
    return placed(as: placement)
  }

  /// The same panel as it reports itself, neither calibrated nor turned: its places are those of its own surface.
  public var asReported: TouchPanel { placed(as: .upright) }

  private func placed(as placement: PanelPlacement) -> TouchPanel {
    var panel = self
    panel.placement = placement
    panel.size = placement.pictureSize(over: ownSize)
    panel.toPicture = placement.transform(over: ownSize)
    panel.contact.placement = panel.toPicture
    return panel
  }

  /// The pixels of the picture over it, across and down, where it lies on a display that has so many across and down
  /// when nothing turns its picture.
  public func pixels(ofDisplay pixels: Size) -> Size {
    let steps = Size(x.steps, y.steps)
    return placement.pictureSize(over: pixels.oriented(as: steps))
  }

  /// Where on the picture a pair of raw values is, in millimetres; any values at all (TCH-32, D19).
  @inlinable
  @inline(__always)
  public func position(x rawX: Int32, y rawY: Int32) -> Point {
    let own = Point(x.millimetres(of: rawX), y.millimetres(of: rawY))
    guard let toPicture else { return own }
    return inside(toPicture.apply(own))
  }

  /// The nearest place on the picture (TCH-32).
  @inlinable
  @inline(__always)
  func inside(_ point: Point) -> Point {
    Point(min(max(point.x, 0), size.width - step), min(max(point.y, 0), size.height - step))
  }

  init(
    touchProtocol: TouchProtocol, slotCount: Int, x: PanelAxis, y: PanelAxis, ownSize: Size,
    sizeSource: SizeSource, sizeWarning: SizeWarning?, isSemiMultitouch: Bool, contact: ContactAxes,
    placement: PanelPlacement
  ) {
    self.touchProtocol = touchProtocol
    self.slotCount = slotCount
    self.x = x
    self.y = y
    self.ownSize = ownSize
    size = placement.pictureSize(over: ownSize)
    self.sizeSource = sizeSource
    self.sizeWarning = sizeWarning
    self.isSemiMultitouch = isSemiMultitouch
    self.contact = contact
    toPicture = placement.transform(over: ownSize)
    self.placement = placement
  }

  /// A unit of the finer axis, in mm: what a position keeps from the far edges, which are outside (TCH-32).
  @inlinable
  @inline(__always)
  var step: Double { 1 / max(x.unitsPerMillimetre, y.unitsPerMillimetre) }
}
