/// A length as an author writes it. The daemon converts it to millimeters once a screen is known.
public struct RegionLength: Hashable, Sendable {
  /// The units of lengths.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Millimeters on the glass.
    case millimetres = "mm"
    /// Points: 1/6.4 mm, the density of the first iPhone.
    case points = "pt"
    /// Pixels of the screen.
    case pixels = "px"
    /// Hundredths of the same side of the parent.
    case percent = "%"
  }

  /// Millimeters in a point: the density of the first iPhone.
  public static let millimetresPerPoint = 1 / 6.4

  /// The number of units.
  public var number: Double
  /// The unit.
  public var unit: Unit

  /// A length.
  public init(_ number: Double, _ unit: Unit) {
    self.number = number
    self.unit = unit
  }

  /// Reads a length such as `50%` or `12.5 mm`; nil for any other text, or a number that is not finite.
  public init?(_ text: String) {
    for unit in Unit.allCases where text.hasSuffix(unit.rawValue) {
      var digits = text.dropLast(unit.rawValue.count)
      while digits.last == " " { digits.removeLast() }
      guard let number = Double(digits), number.isFinite else { return nil }
      self.init(number, unit)
      return
    }
    return nil
  }

  /// No length.
  public static let zero = RegionLength(0, .millimetres)

  /// The length in mm; nil where it counts pixels and the size of a pixel is unknown.
  ///
  /// - Parameters:
  ///   - side: the same side of the parent, in mm.
  ///   - pixel: the same side of a pixel, in mm.
  public func millimetres(of side: Double, pixel: Double?) -> Double? {
    switch unit {
    case .millimetres: number
    case .points: number * Self.millimetresPerPoint
    case .pixels: pixel.map { number * $0 }
    case .percent: number / 100 * side
    }
  }

  /// The length in mm if it is the same on every screen, else nil.
  public var millimetresEverywhere: Double? {
    unit == .percent ? nil : millimetres(of: 0, pixel: nil)
  }
}
