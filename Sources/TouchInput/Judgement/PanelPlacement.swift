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

extension PanelPlacement {
  /// The range of each number of a calibration.
  public static let calibrationRange = -100.0...100

  /// Makes a calibration of six numbers, row by row as udev has them; nil where a number is out of range or the matrix
  /// has no inverse.
  public static func calibration(rows numbers: [Double]) -> AffineTransform? {
    guard numbers.count == 6, numbers.allSatisfy(calibrationRange.contains) else { return nil }
    let matrix = AffineTransform(numbers[0], numbers[3], numbers[1], numbers[4], numbers[2], numbers[5])
    return matrix.inverse == nil ? nil : matrix
  }

  /// Makes a calibration of the text of udev's LIBINPUT_CALIBRATION_MATRIX: six decimal numbers separated by spaces;
  /// nil for any other text.
  public static func calibration(text: String) -> AffineTransform? {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { word in
      // Swift would also read hexadecimal numbers and words for infinity.
      word.utf8.allSatisfy(decimalCharacters.contains) ? Double(word) : nil
    }
    guard numbers.count == words.count else { return nil }
    return calibration(rows: numbers)
  }

  private static let decimalCharacters = Set("0123456789.+-eE".utf8)
}
