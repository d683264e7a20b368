import GestureCore

/// A device that passed judgement: all that is needed to turn its events into contacts in millimetres.
///
/// Its numbers are safe to compute with. Made by `DeviceJudgement.judgeAxes`.
public struct TouchPanel: Hashable, Sendable {
  /// How the device tells of its contacts.
  public let touchProtocol: TouchProtocol
  /// How many contacts it can tell apart, `DeviceJudgement.slotCounts`; 1 where it is a single-touch device.
  public let slotCount: Int
  /// Left to right.
  public let x: PanelAxis
  /// Top to bottom.
  public let y: PanelAxis
  /// The extent of the picture over it in millimetres, `DeviceJudgement.sides` on each side.
  public let size: Size
  /// Where `size` comes from.
  public let sizeSource: SizeSource
  /// What is doubtful about `size`, if anything.
  public let sizeWarning: SizeWarning?
  /// Whether two contacts are only the corners of their bounding box (INPUT_PROP_SEMI_MT, D16).
  public let isSemiMultitouch: Bool
  /// What the device says of its contacts besides where they are.
  public let contact: ContactAxes
  /// From mm on the panel to mm on the picture; nil where they are the same (DMN-11).
  public let placement: AffineTransform?

  /// Where on the picture a pair of raw values is, in millimetres; any values at all (TCH-32, D19).
  @inlinable
  public func position(x rawX: Int32, y rawY: Int32) -> Point {
    let own = Point(x.millimetres(of: rawX), y.millimetres(of: rawY))
    guard let placement else { return own }
    let point = placement.apply(own)
    return Point(
      min(max(point.x, 0), size.width - step), min(max(point.y, 0), size.height - step))
  }

  /// A unit of the finer axis, in mm: what a position keeps from the far edges, which are outside (TCH-32).
  @usableFromInline
  var step: Double { 1 / max(x.unitsPerMillimetre, y.unitsPerMillimetre) }
}
