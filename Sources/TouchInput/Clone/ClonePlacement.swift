import GestureCore

/// The map from places in mm on the picture to a panel's own units.
public struct ClonePlacement: Hashable, Sendable {
  private let fromPicture: AffineTransform?
  private let x: PanelAxis
  private let y: PanelAxis

  /// The map of a panel; nil where its placement has no inverse.
  public init?(of panel: TouchPanel) {
    x = panel.x
    y = panel.y
    guard let toPicture = panel.toPicture else {
      fromPicture = nil
      return
    }
    guard let inverse = toPicture.inverse else { return nil }
    fromPicture = inverse
  }

  /// The nearest units of a place, within the axes.
  func units(of location: Point) -> (x: Int32, y: Int32) {
    let own = fromPicture.map { $0.apply(location) } ?? location
    return (Self.units(of: own.x, x), Self.units(of: own.y, y))
  }

  private static func units(of millimetres: Double, _ axis: PanelAxis) -> Int32 {
    guard millimetres.isFinite else { return axis.minimum }
    let units = (Double(axis.minimum) + millimetres * axis.unitsPerMillimetre).rounded()
    return Int32(min(max(units, Double(axis.minimum)), Double(axis.maximum)))
  }
}
