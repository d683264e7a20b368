public import GestureProtocol

/// Which lines a program wants to hear. A line fits where each list that is not empty has something that fits it.
public struct GestureFilter: Hashable, Sendable {
  /// What a line is about.
  public typealias LineType = GestureProtocol.LineType

  /// What the line is about.
  public var types: [LineType] = []
  /// What the recognizer recognizes.
  public var kinds: [GestureKind] = []
  /// The recognizer's name.
  public var recognizers: [String] = []
  /// The number of fingers, 1 to 10.
  public var touchCounts: [Int] = []
  /// Where in its life the gesture is.
  public var states: [Gesture.State] = []
  /// The region's name.
  public var regions: [String] = []
  /// Whether what is in regions inside of those counts too.
  public var includesDescendants = true
  /// The touchscreen's number.
  public var devices: [Int] = []
  /// The touchscreen's name.
  public var deviceNames: [String] = []
  /// Whether recognizers count that other clients of this user have declared for themselves: what a page, say, is doing.
  public var includesAllOwners = false

  /// A filter; empty lists let everything pass.
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

  /// The filter as a request has it.
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
