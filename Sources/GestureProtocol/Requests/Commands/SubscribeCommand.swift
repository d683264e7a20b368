public import GestureCore

/// `subscribe`: the lines that a client wants.
public struct SubscribeCommand: Command {
  /// The filters. The client gets each line that matches at least one. Without filters it gets all lines except types
  /// that need a filter.
  public var filters: [FilterDescription]
  /// The unit of lengths.
  public var units: WireUnits
  /// The details of raw touches beyond phases; nil for no raw touches.
  public var touches: TouchDetail?
  /// The most `changed` lines per second and gesture, above 0; nil for all.
  public var rate: Double?
  /// The region whose coordinates places, displacements and velocities have; nil for the screen's.
  public var relativeTo: String?
  /// Whether lines of gestures list their touches (ADD-13).
  public var wantsFingers: Bool
  /// Whether the client only watches: no recognizer takes part because of the subscription (MULTI-6).
  public var isPassive: Bool
  /// Whether a snapshot of the present state comes first.
  public var wantsSnapshot: Bool
  /// The controllers that the client is, or the application (RES-1).
  public var responders: [HeldResponder]
  /// The spans without contacts after which the client hears of them, ascending; empty for none (ADD-7).
  public var idleSpans: [TimeSpan]

  /// A subscription.
  public init(
    filters: [FilterDescription] = [], units: WireUnits = .millimetres, touches: TouchDetail? = nil,
    rate: Double? = nil, relativeTo: String? = nil, wantsFingers: Bool = false, isPassive: Bool = false,
    wantsSnapshot: Bool = false, responders: [HeldResponder] = [], idleSpans: [TimeSpan] = []
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
    self.idleSpans = idleSpans
  }

  public static let name = "subscribe"
  public static let summary = "Replaces the subscription: from now on the daemon sends the lines that match."
  public static let fields = [
    filter, units, touches, fingers, rate, relativeTo, passive, snapshot, HeldResponder.field, idle,
  ]

  private static let filter = FieldDescription(
    "filter",
    .other(
      "a list of filters, each an object",
      schema: ##"{"type": "array", "items": {"$ref": "#/$defs/filter"}, "maxItems": 32}"##),
    "The lines to send: a line must match one of the filters.")
  private static let units = FieldDescription(
    "units", .word(of: WireUnits.self), "The unit of lengths; mm by default.")
  private static let touches = FieldDescription(
    "touches", .words(TouchWord.allCases.map(\.rawValue)),
    "The detail of lines about touches; none by default. A list combines several words.")
  private static let rate = FieldDescription(
    "rate", .number(0...1000), "The largest number of changed lines a second for each gesture; 0 for all.")
  private static let relativeTo = FieldDescription(
    "relative_to", .name,
    "The region in whose coordinates places, displacements and velocities are sent; the screen by default.")
  /// The field that asks for the touches of gestures.
  public static let fingers = FieldDescription(
    "fingers", .flag, "True: lines of gestures list their touches, each with its place.")
  private static let passive = FieldDescription(
    "passive", .flag,
    "True: the client only watches, and no recognizer takes part because of it. False by default (MULTI-6).")
  private static let snapshot = FieldDescription(
    "snapshot", .flag, "True: the present state is sent first.")
  private static let idle = FieldDescription(
    "idle",
    .other(
      "a list of 1 to \(mostIdleSpans) numbers from 1 to 86400 s",
      schema:
        ##"{"type": "array", "items": {"type": "number", "minimum": 1, "maximum": 86400}, "minItems": 1, "maxItems": 8}"##
    ),
    "Spans in seconds. An idle line is sent when no contact has been down for a span.")

  /// The most spans of `idle`.
  public static let mostIdleSpans = 8
  /// The allowed spans of `idle`, in seconds.
  public static let idleSeconds: ClosedRange<Double> = 1...86_400

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    filters =
      try reader.objects(Self.filter, atMost: (limits.filters, "filters")) { (filter) throws(RequestError) in
        try FilterDescription(filter)
      } ?? []
    units = try reader.word(Self.units, WireUnits.self) ?? .millimetres
    touches = try Self.touches(reader)
    let rate = try reader.number(Self.rate) ?? 0
    self.rate = rate > 0 ? rate : nil
    relativeTo = try reader.name(Self.relativeTo)
    wantsFingers = try reader.flag(Self.fingers) ?? false
    isPassive = try reader.flag(Self.passive) ?? false
    wantsSnapshot = try reader.flag(Self.snapshot) ?? false
    responders = try HeldResponder.read(reader)
    idleSpans = try Self.idleSpans(reader)
  }

  private static func idleSpans(_ reader: FieldReader) throws(RequestError) -> [TimeSpan] {
    let spans = try reader.list(idle, of: 1...mostIdleSpans) { (value, index) throws(RequestError) in
      guard let seconds = value.asDouble, idleSeconds.contains(seconds) else {
        throw reader.wrong(value, idle, at: index)
      }
      return TimeSpan.milliseconds(seconds * 1000)
    }
    return Set(spans ?? []).sorted()
  }

  private static func touches(_ reader: FieldReader) throws(RequestError) -> TouchDetail? {
    guard let words = try reader.words(touches, TouchWord.self) else { return nil }
    if words.count > 1, let index = words.firstIndex(of: .none) {
      throw RequestError(
        .conflict, "found none among other words; allowed: none alone, or a list without it",
        path: "\(touches.name)[\(index)]")
    }
    return TouchWord.detail(of: words)
  }
}

/// A detail of raw touches that a subscriber may ask for. The raw value is the word on the wire.
public enum TouchWord: String, CaseIterable, Hashable, Sendable {
  /// No raw touches.
  case none
  /// One line per event.
  case phases
  /// Lines with the samples since the last event.
  case coalesced
  /// Lines with these samples and predicted ones.
  case predicted
  /// Lines that also list every touch of the sequence (TFW-2).
  case all

  /// The details beyond phases; nil for no lines.
  private var detail: TouchDetail? {
    switch self {
    case .none: nil
    case .phases: []
    case .coalesced: [.coalesced]
    case .predicted: [.coalesced, .predicted]
    case .all: [.all]
    }
  }

  /// The details that some words ask for together; nil for no lines.
  static func detail(of words: [TouchWord]) -> TouchDetail? {
    words.compactMap(\.detail).reduce(nil) { $0?.union($1) ?? $1 }
  }
}
