public import GestureProtocol

/// A filter for lines. A line matches where each list that is not empty has an element that matches.
public struct GestureFilter: Hashable, Sendable {
  /// The type of a line.
  public typealias LineType = GestureProtocol.LineType

  /// The types of lines.
  public var types: [LineType] = []
  /// The kinds of recognizers.
  public var kinds: [GestureKind] = []
  /// The names of recognizers; `*` among them means all.
  public var recognizers: [String] = []
  /// The numbers of fingers, 1 to 10.
  public var touchCounts: [Int] = []
  /// The states of gestures.
  public var states: [Gesture.State] = []
  /// The names of regions.
  public var regions: [String] = []
  /// Whether regions inside those match too.
  public var includesDescendants = true
  /// The numbers of touchscreens.
  public var devices: [Int] = []
  /// The names of touchscreens.
  public var deviceNames: [String] = []
  /// Whether the own recognizers of this user's other clients match too, such as those of a web page.
  public var includesAllOwners = false

  /// A filter; an empty list lets everything pass.
  public init(
    types: [LineType] = [], kinds: [GestureKind] = [], recognizers: [String] = [], touchCounts: [Int] = [],
    states: [Gesture.State] = [], regions: [String] = []
  ) {
    self.types = types
    self.kinds = kinds
    self.recognizers = recognizers
    self.touchCounts = touchCounts
    self.states = states
    self.regions = regions
  }

  /// The filter in the form of a request.
  var json: JSONValue {
    var fields: [String: JSONValue] = [:]
    func add(_ key: String, _ values: [JSONValue]) {
      if !values.isEmpty { fields[key] = values.count == 1 ? values[0] : .list(values) }
    }
    add("type", types.map { .text($0.rawValue) })
    add("kind", kinds.map { .text($0.rawValue) })
    add("recognizer", recognizers.map { .text($0) })
    add("touch_count", touchCounts.map { .integer($0) })
    add("state", states.map { .text($0.rawValue) })
    add("region", regions.map { .text($0) })
    add("device", devices.map { .integer($0) } + deviceNames.map { .text($0) })
    if !includesDescendants { fields["descendants"] = false }
    if includesAllOwners { fields["owners"] = "all" }
    return .object(fields)
  }
}
