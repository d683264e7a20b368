public import GestureCore

/// How a panel lies under the picture: its calibration, then how far it is turned (DMN-11).
public struct PanelPlacement: Hashable, Sendable {
  /// How far a panel is turned clockwise against the picture, seen from the front.
  public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// The panel's own top-left corner lies at the picture's top right.
    case quarter = 90
    /// It lies at the bottom right.
    case half = 180
    /// It lies at the bottom left.
    case threeQuarters = 270
  }

  /// From what the panel reports to where it was touched, both as shares 0 … 1 of the panel's width and height, as
  /// libinput's calibration matrix does it.
  public var calibration: AffineTransform
  /// How far it is turned, after the calibration.
  public var rotation: Rotation

  /// As it is reported.
  public static let upright = PanelPlacement()

  /// A placement.
  public init(calibration: AffineTransform = .identity, rotation: Rotation = .none) {
    self.calibration = calibration
    self.rotation = rotation
  }

  /// What it does with shares of width and height.
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

  /// The size of the picture over a panel of a size: where the panel's width has become the picture's height, the
  /// two are exchanged.
  func pictureSize(over panel: Size) -> Size {
    let shares = shares
    return abs(shares.c) > abs(shares.a) ? Size(panel.height, panel.width) : panel
  }

  /// From mm on the panel to mm on the picture; nil where they are the same.
  func transform(over panel: Size) -> AffineTransform? {
    guard self != .upright else { return nil }
    let picture = pictureSize(over: panel)
    return AffineTransform.scale(picture.width, picture.height).after(shares)
      .after(.scale(1 / panel.width, 1 / panel.height))
  }
}
