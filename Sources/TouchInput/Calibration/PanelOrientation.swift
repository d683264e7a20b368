public import GestureCore

/// One of the eight ways in which a panel's edges can lie along those of the picture: rotated, and possibly mirrored.
public struct PanelOrientation: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The clockwise rotation, applied after the mirroring.
  public var rotation: PanelPlacement.Rotation
  /// Whether the panel's own left and right are exchanged.
  public var isMirrored: Bool

  public init(_ rotation: PanelPlacement.Rotation, isMirrored: Bool = false) {
    self.rotation = rotation
    self.isMirrored = isMirrored
  }

  public static let allCases = PanelPlacement.Rotation.allCases.flatMap { rotation in
    [false, true].map { PanelOrientation(rotation, isMirrored: $0) }
  }

  private static let mirror = AffineTransform(-1, 0, 0, 1, 1, 0)

  /// The map from shares of the panel to shares of the picture.
  public var shares: AffineTransform {
    PanelPlacement(calibration: isMirrored ? Self.mirror : .identity, rotation: rotation).shares
  }

  /// The predicate of a sentence about the panel.
  public var description: String {
    switch (rotation, isMirrored) {
    case (.none, false): "lies as the picture does"
    case (.half, false): "is turned by 180°"
    case (.quarter, false), (.threeQuarters, false): "is turned by \(rotation.rawValue)° clockwise"
    case (.none, true): "has left and right exchanged"
    case (.half, true): "has top and bottom exchanged"
    case (.threeQuarters, true): "has its two axes exchanged"
    case (.quarter, true): "has its two axes exchanged and reversed"
    }
  }
}
