import GestureProtocol

/// What a program wants to hear, and how.
public struct GestureSubscription: Hashable, Sendable {
  /// What lengths and places are measured in.
  public enum Units: String, CaseIterable, Sendable {
    /// Millimetres on the glass.
    case millimetres = "mm"
    /// Pixels, where the configuration says how many there are.
    case pixels = "px"
    /// Points, 6.4 a millimetre.
    case points = "pt"
    /// Shares of the screen's width and height, 0 to 1.
    case normalized
  }

  /// How much is told of touches; more than `none` only on raw.sock.
  public enum Touches: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// That they began, moved, ended, were cancelled.
    case phases
    /// And every sample in between.
    case coalesced
    /// And where they will be.
    case predicted
  }

  /// What is heard: what fits one of them. None: everything but transitions, regions and recognizers.
  public var filters: [GestureFilter]
  /// What lengths and places are measured in.
  public var units: Units
  /// How much is told of touches.
  public var touches: Touches
  /// The most updates a second of one gesture; nil for all. The newest is never lost.
  public var rate: Double?
  /// Whether what is there comes first: touchscreens, regions, and gestures under way.
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
