import GestureCore

/// The form of lines for some of their readers. Readers of one form share its bytes.
public struct LineForm: Hashable, Sendable {
  /// The unit of lengths.
  public var units: WireUnits
  /// The detail of lines of touches beyond phases.
  public var detail: TouchDetail
  /// Whether lines carry places: where fingers are, but not how far they have gone.
  public var hasPlaces: Bool

  /// Whether lines report the acts of single fingers, and count them in `seq`, `sequence` and `gesture_id`.
  public var tellsSingleFingers = true

  /// Whether the reader asked for the touches of gestures (ADD-13).
  public var wantsFingers = false

  /// Whether lines of gestures list their touches: never without places (ADD-15).
  @inline(__always)
  public var listsFingers: Bool { wantsFingers && hasPlaces }

  /// Whether the reader has declared the recognizers of its lines.
  public var isOwners = false

  /// Whose recognizers and regions carry the number of the client that has declared them.
  public var inspection = Inspection.none

  /// The region whose coordinates places, displacements and velocities have, by its number among
  /// `MessageEncoder.setReferences`; 0 for the screen (TFW-5).
  public var reference = 0

  public init(units: WireUnits, detail: TouchDetail = [.all, .coalesced, .predicted], hasPlaces: Bool = true)
  {
    self.units = units
    self.detail = detail
    self.hasPlaces = hasPlaces
  }

  /// Millimeters, with places and all details of touches.
  public static let millimetres = LineForm(units: .millimetres)
}

/// The unit of places, lengths and velocities on the wire. The raw value is the word there.
public enum WireUnits: String, CaseIterable, Hashable, Sendable {
  /// Millimeters on the glass.
  case millimetres = "mm"
  /// Pixels of the screen under the glass, where their number is known.
  case pixels = "px"
  /// Points: 6.4 per millimeter.
  case points = "pt"
  /// Fractions of the screen's width and height.
  case normalized

  /// How many of these units a millimeter of a screen has, across and down.
  ///
  /// - Parameters:
  ///   - size: the screen's extent in mm.
  ///   - pixels: the pixels across and down; nil where they are unknown.
  /// - Returns: the numbers; NaN for pixels that are unknown, and infinite for fractions of a screen without extent.
  public func perMillimetre(of size: Size, pixels: Size?) -> (x: Double, y: Double) {
    switch self {
    case .millimetres: (1, 1)
    case .points: (1 / RegionLength.millimetresPerPoint, 1 / RegionLength.millimetresPerPoint)
    case .pixels: pixels.map { ($0.width / size.width, $0.height / size.height) } ?? (.nan, .nan)
    case .normalized: (1 / size.width, 1 / size.height)
    }
  }
}
