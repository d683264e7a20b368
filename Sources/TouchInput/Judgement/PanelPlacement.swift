public import GestureCore

/// How a panel lies under the picture: its calibration, followed by its rotation (DMN-11).
public struct PanelPlacement: Hashable, Sendable {
  /// The panel's clockwise rotation against the picture, seen from the front.
  public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// The panel is not rotated.
    case none = 0
    /// The panel's own top-left corner lies at the picture's top right.
    case quarter = 90
    /// The panel's own top-left corner lies at the picture's bottom right.
    case half = 180
    /// The panel's own top-left corner lies at the picture's bottom left.
    case threeQuarters = 270
  }

  /// Maps the reported position to the touched one, both as shares 0 … 1 of the panel's width and height, like
  /// libinput's calibration matrix.
  public var calibration: AffineTransform
  /// The rotation, applied after the calibration.
  public var rotation: Rotation

  /// The placement of a panel that is neither calibrated nor rotated.
  public static let upright = PanelPlacement()

  /// A placement.
  public init(calibration: AffineTransform = .identity, rotation: Rotation = .none) {
    self.calibration = calibration
    self.rotation = rotation
  }

  /// The placement as a map of shares of width and height.
  var shares: AffineTransform {
    let turn =
      switch rotation {
      case .none: AffineTransform.identity
      case .quarter: AffineTransform(0, 1, -1, 0, 1, 0)
      case .half: AffineTransform(-1, 0, 0, -1, 1, 1)
      case .threeQuarters: AffineTransform(0, -1, 1, 0, 0, 1)
      }
    return turn.after(calibration)
  }

  /// The size of the picture over a panel: width and height are exchanged where the panel's width lies along the
  /// picture's height.
  func pictureSize(over panel: Size) -> Size {
    let shares = shares
    return abs(shares.c) > abs(shares.a) ? Size(panel.height, panel.width) : panel
  }

  /// The map from mm on the panel to mm on the picture; nil where they are the same.
  func transform(over panel: Size) -> AffineTransform? {
    guard self != .upright else { return nil }
    let picture = pictureSize(over: panel)
    return AffineTransform.scale(picture.width, picture.height).after(shares)
      .after(.scale(1 / panel.width, 1 / panel.height))
  }
}
