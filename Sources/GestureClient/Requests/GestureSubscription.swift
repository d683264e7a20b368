import GestureProtocol

/// The lines that a program wants, and their form.
public struct GestureSubscription: Hashable, Sendable {
  /// The unit of lengths and places.
  public enum Units: String, CaseIterable, Sendable {
    /// Millimeters on the glass.
    case millimetres = "mm"
    /// Pixels, where their number is known.
    case pixels = "px"
    /// Points, 6.4 per millimeter.
    case points = "pt"
    /// Fractions of the screen's width and height, 0 to 1.
    case normalized
  }

  /// The detail of touches; more than `none` only on raw.sock.
  public enum Touches: String, CaseIterable, Sendable {
    /// No touches.
    case none
    /// The phases of touches: began, moved, ended, cancelled.
    case phases
    /// Phases, and every sample since the last update.
    case coalesced
    /// Coalesced samples, and predicted ones.
    case predicted
  }

  /// The filters; a line needs to match one. Without filters, all lines except types that need a filter, such as
  /// transitions, regions and recognizers.
  public var filters: [GestureFilter]
  /// The unit of lengths and places.
  public var units: Units
  /// The detail of touches.
  public var touches: Touches
  /// The most updates per second of one gesture; nil for all. The newest update is never lost.
  public var rate: Double?
  /// Whether a snapshot comes first: touchscreens, regions, and gestures under way.
  public var wantsSnapshot: Bool

  /// A subscription; without arguments to every gesture.
  public init(
    to filters: [GestureFilter] = [], units: Units = .millimetres, touches: Touches = .none,
    rate: Double? = nil,
    snapshot wantsSnapshot: Bool = false
  ) {
    self.filters = filters
    self.units = units
    self.touches = touches
    self.rate = rate
    self.wantsSnapshot = wantsSnapshot
  }

  /// The fields of the request.
  var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    if !filters.isEmpty { fields["filter"] = .list(filters.map(\.json)) }
    if units != .millimetres { fields["units"] = .text(units.rawValue) }
    if touches != .none { fields["touches"] = .text(touches.rawValue) }
    if let rate { fields["rate"] = .number(rate) }
    if wantsSnapshot { fields["snapshot"] = true }
    return fields
  }
}
