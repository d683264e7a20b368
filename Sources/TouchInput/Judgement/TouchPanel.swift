import GestureCore

/// A device that was accepted, with all that turns its events into contacts in millimeters.
///
/// Its numbers are safe to compute with. `DeviceJudgement.judgeAxes` makes it.
public struct TouchPanel: Hashable, Sendable {
  /// The device's way of reporting contacts.
  public let touchProtocol: TouchProtocol
  /// The number of slots, in `DeviceJudgement.slotCounts`; 1 for a single-touch device.
  public let slotCount: Int
  /// The largest number of contacts that the device can report at once.
  public var maximumContacts: Int { touchProtocol.isSlotless ? DeviceJudgement.slotlessContacts : slotCount }
  /// Left to right.
  public let x: PanelAxis
  /// Top to bottom.
  public let y: PanelAxis
  /// The size of the picture over the panel in millimeters.
  public private(set) var size: Size
  /// The source of `size`.
  public let sizeSource: SizeSource
  /// The doubt about `size`, if any.
  public let sizeWarning: SizeWarning?
  /// Whether two contacts are only the corners of the box around them (INPUT_PROP_SEMI_MT, D16). The contacts are then
  /// reported by the middle and the size of the box: they move and pinch, and never turn (`SemiMultitouchBox`).
  public let isSemiMultitouch: Bool
  /// The attributes that the device reports of its contacts apart from their position.
  public private(set) var contact: ContactAxes
  /// The map from mm on the panel to mm on the picture; nil where they are the same (DMN-11).
  public private(set) var toPicture: AffineTransform?
  /// Whether positions outside the picture are clamped to it.
  @usableFromInline var isClamped = true
  /// The panel's own size, in mm.
  let ownSize: Size
  /// How the panel lies under the picture.
  public private(set) var placement: PanelPlacement

  /// The same panel with another rotation against the picture (DMN-12); its calibration stays.
  public func turned(to rotation: PanelPlacement.Rotation) -> TouchPanel {
    var placement = placement
    placement.rotation = rotation
    return placed(as: placement)
  }

  /// The same panel as it reports itself, neither calibrated nor rotated: its positions are those of its own surface.
  public var asReported: TouchPanel { placed(as: .upright) }

  /// The same panel as it reports itself, with positions beyond its declared range: its calibration is measured by them.
  public var beyondRange: TouchPanel {
    var panel = asReported
    panel.toPicture = .identity
    panel.isClamped = false
    return panel
  }

  private func placed(as placement: PanelPlacement) -> TouchPanel {
    var panel = self
    panel.placement = placement
    panel.size = placement.pictureSize(over: ownSize)
    panel.toPicture = placement.transform(over: ownSize)
    panel.contact.placement = panel.toPicture
    return panel
  }

  /// The pixels of the picture over the panel, across and down. The panel lies on a display with that many pixels
  /// across and down when its picture is not rotated.
  public func pixels(ofDisplay pixels: Size) -> Size {
    let steps = Size(x.steps, y.steps)
    return placement.pictureSize(over: pixels.oriented(as: steps))
  }

  /// The position on the picture, in millimeters, of a pair of raw values; any values at all (TCH-32, D19).
  @inlinable
  @inline(__always)
  public func position(x rawX: Int32, y rawY: Int32) -> Point {
    guard let toPicture else { return Point(x.millimetres(of: rawX), y.millimetres(of: rawY)) }
    // A panel may report beyond its declared range, and the matrix be right for the whole.
    return inside(toPicture.apply(Point(x.wholeMillimetres(of: rawX), y.wholeMillimetres(of: rawY))))
  }

  /// 0 for a pair of raw values within the range that counts. It costs next to nothing beside `position`, which clamps too.
  @inline(__always)
  func excess(x rawX: Int32, y rawY: Int32) -> Int32 {
    (x.clamped(rawX) ^ rawX) | (y.clamped(rawY) ^ rawY)
  }

  /// The nearest position inside the picture (TCH-32).
  @inlinable
  @inline(__always)
  func inside(_ point: Point) -> Point {
    guard isClamped else { return point }
    return Point(min(max(point.x, 0), size.width - step), min(max(point.y, 0), size.height - step))
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

  /// A unit of the finer axis, in mm: the distance of a position from the far edges, which are outside (TCH-32).
  @inlinable
  @inline(__always)
  var step: Double { 1 / max(x.unitsPerMillimetre, y.unitsPerMillimetre) }
}

/// One judged axis, which turns device units into millimeters.
public struct PanelAxis: Hashable, Sendable {
  /// The smallest value; anything below is clamped to it (TCH-32).
  public let minimum: Int32
  /// The largest value, above `minimum`; anything above is clamped to it (TCH-32).
  public let maximum: Int32
  /// The units a millimeter, above 0.
  public let unitsPerMillimetre: Double
  /// The noise in units, 0 or more, which is filtered out before values get here: by the kernel, and by the translator
  /// where the device has no slots.
  public let fuzz: Int32

  /// The millimeters from the axis' start, 0 ..< its length, for any value at all.
  @inlinable
  @inline(__always)
  public func millimetres(of value: Int32) -> Double {
    // All values are exact, and so is their difference.
    (Double(clamped(value)) - Double(minimum)) / unitsPerMillimetre
  }

  @inlinable
  @inline(__always)
  func clamped(_ value: Int32) -> Int32 { min(max(value, minimum), maximum) }

  /// The same without a clamp: below 0 or above the axis' length for a value beyond the range.
  @inlinable
  @inline(__always)
  public func wholeMillimetres(of value: Int32) -> Double {
    (Double(value) - Double(minimum)) / unitsPerMillimetre
  }

  /// The number of the axis' values: both ends count.
  var steps: Double { Double(Int64(maximum) - Int64(minimum) + 1) }
}
