/// `subscribe`: the lines that a client wants.
public struct SubscribeCommand: Command {
  /// The filters. The client gets each line that matches at least one. Without filters it gets all lines except types
  /// that need a filter.
  public var filters: [FilterDescription]
  /// The unit of lengths.
  public var units: WireUnits
  /// The detail of raw touches.
  public var touches: TouchLevel
  /// The most `changed` lines per second and gesture, above 0; nil for all.
  public var rate: Double?
  /// Whether a snapshot of the present state comes first.
  public var wantsSnapshot: Bool

  /// A subscription.
  public init(
    filters: [FilterDescription] = [], units: WireUnits = .millimetres, touches: TouchLevel = .none,
    rate: Double? = nil, wantsSnapshot: Bool = false
  ) {
    self.filters = filters
    self.units = units
    self.touches = touches
    self.rate = rate
    self.wantsSnapshot = wantsSnapshot
  }

  public static let name = "subscribe"
  public static let summary = "Sends what fits from now on, instead of what was sent before."
  public static let fields = [filter, units, touches, rate, snapshot]

  private static let filter = FieldDescription(
    "filter",
    .other(
      "a list of filters, each an object",
      schema: ##"{"type": "array", "items": {"$ref": "#/$defs/filter"}, "maxItems": 32}"##),
    "The lines to send: those that fit any of the filters.")
  private static let units = FieldDescription(
    "units", .word(of: WireUnits.self), "The unit of lengths; mm by default.")
  private static let touches = FieldDescription(
    "touches", .word(of: TouchLevel.self), "How much of raw touches is sent; none by default.")
  private static let rate = FieldDescription(
    "rate", .number(0...1000), "The most changed lines a second and gesture; 0 for all.")
  private static let snapshot = FieldDescription(
    "snapshot", .flag, "Whether what is there already is told first.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    filters = try Self.filters(reader, limits)
    units = try reader.word(Self.units, WireUnits.self) ?? .millimetres
    touches = try reader.word(Self.touches, TouchLevel.self) ?? .none
    let rate = try reader.number(Self.rate) ?? 0
    self.rate = rate > 0 ? rate : nil
    wantsSnapshot = try reader.flag(Self.snapshot) ?? false
  }

  private static func filters(
    _ reader: FieldReader, _ limits: RequestLimits
  ) throws(RequestError) -> [FilterDescription] {
    guard let value = reader.fields[filter.name] else { return [] }
    guard case .list(let values) = value else { throw reader.wrong(value, filter) }
    guard values.count <= limits.filters else {
      throw RequestError(
        .limitReached, "found \(values.count) filters; allowed: at most \(limits.filters)",
        path: filter.name)
    }
    var filters: [FilterDescription] = []
    for (index, value) in values.enumerated() {
      guard case .object(let fields) = value else { throw reader.wrong(value, filter, at: index) }
      filters.append(try FilterDescription(FieldReader(fields: fields, path: "\(filter.name)[\(index)]")))
    }
    return filters
  }
}

/// The detail of raw touches for a subscriber. Each level includes those before it. The raw value is the word on the
/// wire.
public enum TouchLevel: String, CaseIterable, Hashable, Sendable, Comparable {
  /// No raw touches.
  case none
  /// One line per event.
  case phases
  /// Lines with the samples since the last event.
  case coalesced
  /// Lines with predicted samples too.
  case predicted

  public static func < (a: TouchLevel, b: TouchLevel) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .phases: 1
    case .coalesced: 2
    case .predicted: 3
    }
  }
}
