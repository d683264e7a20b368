public import GestureProtocol

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

  /// A detail of touches, on raw.sock only: `phases`, `coalesced`, `predicted`, `all`.
  public typealias Touches = TouchWord

  /// The filters; a line needs to match one. Without filters, all lines except types that need a filter, such as
  /// transitions, regions and recognizers.
  public var filters: [GestureFilter]
  /// The unit of lengths and places.
  public var units: Units
  /// The details of touches; empty for no touches.
  public var touches: [Touches]
  /// The most updates per second of one gesture; nil for all. The newest update is never lost.
  public var rate: Double?
  /// The region whose coordinates places, displacements and velocities have; nil for the screen's.
  public var relativeTo: String?
  /// Whether gestures list their fingers, each with its place (`Gesture.fingers`).
  public var wantsFingers: Bool
  /// Whether the program only watches: no recognizer waits for another, or takes touches, because of it.
  public var isPassive: Bool
  /// Whether a snapshot comes first: touchscreens, regions, and gestures under way.
  public var wantsSnapshot: Bool
  /// The controllers that this program is, or the application: it gets what reaches them.
  public var responders: [GestureResponder]
  /// The spans in seconds without fingers after which an `idle` event comes: at most 8 of 1 to 86,400; empty for none.
  public var idle: [Double]

  /// A subscription; without arguments to every gesture.
  public init(
    to filters: [GestureFilter] = [], units: Units = .millimetres, touches: [Touches] = [],
    rate: Double? = nil, relativeTo: String? = nil, fingers wantsFingers: Bool = false,
    passive isPassive: Bool = false, snapshot wantsSnapshot: Bool = false,
    responders: [GestureResponder] = [], idle: [Double] = []
  ) {
    self.filters = filters
    self.units = units
    self.touches = touches
    self.rate = rate
    self.relativeTo = relativeTo
    self.wantsFingers = wantsFingers
    self.isPassive = isPassive
    self.wantsSnapshot = wantsSnapshot
    self.responders = responders
    self.idle = idle
  }

  /// The fields of the request.
  var fields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    if !filters.isEmpty { fields["filter"] = .list(filters.map(\.json)) }
    if units != .millimetres { fields["units"] = .text(units.rawValue) }
    if touches.count == 1 {
      fields["touches"] = .text(touches[0].rawValue)
    } else if !touches.isEmpty {
      fields["touches"] = .list(touches.map { .text($0.rawValue) })
    }
    if let rate { fields["rate"] = .number(rate) }
    if let relativeTo { fields["relative_to"] = .text(relativeTo) }
    if wantsFingers { fields["fingers"] = true }
    if isPassive { fields["passive"] = true }
    if wantsSnapshot { fields["snapshot"] = true }
    if !responders.isEmpty { fields["responders"] = .list(responders.map(\.json)) }
    if !idle.isEmpty { fields["idle"] = .list(idle.map { .number($0) }) }
    return fields
  }
}
