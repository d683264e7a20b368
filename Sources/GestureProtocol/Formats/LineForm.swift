import GestureCore

/// How a line is written for some of its readers. Those who share a form share its bytes.
public struct LineForm: Hashable, Sendable {
  /// What lengths are counted in.
  public var units: WireUnits
  /// What lines of touches tell beyond phases.
  public var detail: TouchDetail
  /// Whether places are told: where fingers are, but not how far they have gone.
  public var hasPlaces: Bool

  /// Whether what one finger does is told, and so counted in `seq`, `sequence` and `gesture_id`.
  public var tellsSingleFingers = true

  /// Whether its reader has declared the recognizers that its lines speak of.
  public var isOwners = false

  /// Whose recognizers and regions say which client has declared them.
  public var inspection = Inspection.none

  /// A form.
  public init(units: WireUnits, detail: TouchDetail = [.all, .coalesced, .predicted], hasPlaces: Bool = true)
  {
    self.units = units
    self.detail = detail
    self.hasPlaces = hasPlaces
  }

  /// Millimetres, with places and all that is known of touches.
  public static let millimetres = LineForm(units: .millimetres)
}
