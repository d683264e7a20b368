public import GestureCore

/// One filter of a subscription. A line matches when it matches every list here that is not nil. It matches a list when
/// it matches one element. A line without the property of a list does not match.
public struct FilterDescription: Hashable, Sendable {
  /// The types of lines.
  public var types: [LineType]?
  /// The kinds of recognizers; each is known.
  public var kinds: [String]?
  /// The names of recognizers, which need not exist; `allRecognizers` among them means all.
  public var recognizers: [String]?
  /// The numbers of fingers, 1 … 10.
  public var touchCounts: [Int]?
  /// The states of gestures: began, changed, ended or cancelled.
  public var states: [GestureState]?
  /// The names of regions, which need not exist.
  public var regions: [String]?
  /// Whether regions inside those match too.
  public var includesDescendants = true
  /// The touchscreens, which need not be present.
  public var devices: [DeviceReference]?

  /// Whether the own recognizers of other clients match, as far as the reader may see them.
  public var includesAllOwners = false

  /// The wildcard among the names of recognizers.
  public static let allRecognizers = "*"

  /// A filter that every line matches.
  public init() {}

  /// The keys of a filter, in the order of the manual.
  public static let fields = [
    type, kind, recognizer, touchCount, state, region, descendants, device, owners,
  ]

  private static let type = FieldDescription(
    "type", .words(LineType.allCases.map(\.rawValue)), "The type of the line.")
  private static let kind = FieldDescription("kind", .words(knownKinds), "The kind of the line's recognizer.")
  private static let recognizer = FieldDescription(
    "recognizer", .names, "The name of the line's recognizer; * for all.")
  private static let touchCount = FieldDescription(
    "touch_count",
    .other("a whole number from 1 to 10, or a list of such", schema: ##"{"$ref": "#/$defs/finger_counts"}"##),
    "The number of fingers of the line's recognizer.")
  private static let state = FieldDescription(
    "state", .words(reportedStates.map(\.word)), "The state of the line's gesture.")
  private static let region = FieldDescription("region", .names, "The name of the line's region.")
  private static let descendants = FieldDescription(
    "descendants", .flag,
    "True, the default: regions inside the named ones match too. False: only the named regions.")
  private static let device = FieldDescription(
    "device",
    .other("one or a list of devices' numbers and names", schema: ##"{"$ref": "#/$defs/devices"}"##),
    "The line's touchscreen.")
  private static let owners = FieldDescription(
    "owners", .word(of: OwnerScope.self),
    "The owners whose recognizers match. all adds the user's other clients; for root, every client (ADD-20).")

  /// The words of all kinds.
  private static let knownKinds = RecognizerCatalog.clientTypes.map { $0.kind.name }
  /// The states in lines of gestures.
  private static let reportedStates: [GestureState] = [.began, .changed, .ended, .cancelled]

  /// Reads a filter.
  ///
  /// - Throws: the first error.
  init(_ reader: FieldReader) throws(RequestError) {
    try reader.check(Self.fields)
    types = try reader.words(Self.type, LineType.self)
    kinds = try reader.oneOrMany(Self.kind) { (value, index) throws(RequestError) in
      guard let kind = value.asName else { throw reader.wrong(value, Self.kind, at: index) }
      guard Self.knownKinds.contains(kind) else {
        let hint = NearestWord.nearest(to: kind, among: Self.knownKinds)
        throw reader.wrong(value, Self.kind, at: index, hint: hint)
      }
      return kind
    }
    recognizers = try reader.names(Self.recognizer)
    touchCounts = try reader.oneOrMany(Self.touchCount) { (value, index) throws(RequestError) in
      guard case .integer(let count) = value, (1...10).contains(count) else {
        throw reader.wrong(value, Self.touchCount, at: index)
      }
      return count
    }
    states = try reader.states(Self.state, among: Self.reportedStates, isList: true)
    regions = try reader.names(Self.region)
    includesDescendants = try reader.flag(Self.descendants) ?? true
    devices = try reader.oneOrMany(Self.device) { (value, index) throws(RequestError) in
      guard let device = value.asDevice else { throw reader.wrong(value, Self.device, at: index) }
      return device
    }
    includesAllOwners = try reader.word(Self.owners, OwnerScope.self) == .all
    if let contradiction {
      throw RequestError(
        .conflict, contradiction.reason + "; allowed: \(contradiction.allowed)",
        path: reader.path(of: contradiction.field))
    }
  }
}

extension FilterDescription {
  /// Two keys that no line fits together.
  public struct Contradiction: Hashable, Sendable {
    /// The name of the field to change, such as `state`.
    public var field: String
    /// The reason, in half a sentence.
    public var reason: String
    /// The values, or the other key, that some line has.
    public var allowed: String
  }

  /// The first contradiction of the filter, which then no line can ever fit; nil where lines can.
  public var contradiction: Contradiction? {
    let subjects: [(FieldDescription, Bool, LineType.Subjects)] = [
      (Self.kind, kinds != nil, .recognizer), (Self.recognizer, recognizers != nil, .recognizer),
      (Self.touchCount, touchCounts != nil, .recognizer), (Self.state, states != nil, .state),
      (Self.region, regions != nil, .region), (Self.device, devices != nil, .device),
    ]
    var left = types ?? LineType.allCases
    for (field, isNamed, subject) in subjects where isNamed {
      let before = left
      left.removeAll { !$0.declaration.subjects.contains(subject) }
      if !left.isEmpty || before.isEmpty { continue }
      let words = LineType.allCases.filter { $0.declaration.subjects.contains(subject) }.map(\.rawValue)
      let types = before.map(\.rawValue).joined(separator: ", ")
      return Contradiction(
        field: field.name, reason: "lines of the type \(types) do not have this key",
        allowed: "only with the type \(words.joined(separator: ", "))")
    }
    return stateContradiction(of: left) ?? reportContradiction(of: left) ?? kindContradiction
  }

  /// A state that lines of none of the types have.
  private func stateContradiction(of types: [LineType]) -> Contradiction? {
    guard let states, !types.isEmpty, types.allSatisfy({ $0.states.allSatisfy { !states.contains($0) } })
    else {
      return nil
    }
    let known = LineType.gesture.states.filter { state in types.contains { $0.states.contains(state) } }
    return Contradiction(
      field: Self.state.name,
      reason: "lines of the type \(types.map(\.rawValue).joined(separator: ", ")) do not have this state",
      allowed: known.map(\.word).joined(separator: ", "))
  }

  /// Kinds without gestures, where the filter passes only lines of gestures.
  private func reportContradiction(of types: [LineType]) -> Contradiction? {
    guard let kinds else { return nil }
    let passed = self.types == nil ? types.filter(\.declaration.isUsual) : types
    let reported = RecognizerCatalog.clientTypes.filter { $0.isReported }.map { $0.kind.name }
    guard passed.allSatisfy({ $0 == .gesture }), !kinds.contains(where: reported.contains) else { return nil }
    let others = LineType.allCases.filter { $0 != .gesture && $0.declaration.subjects.contains(.recognizer) }
    return Contradiction(
      field: Self.kind.name,
      reason: "gestures of the kind \(kinds.joined(separator: ", ")) are never reported",
      allowed: "only with the type \(others.map(\.rawValue).joined(separator: ", "))")
  }

  /// A state or a number of fingers that none of the filter's kinds has.
  private var kindContradiction: Contradiction? {
    guard let kinds else { return nil }
    let types = RecognizerCatalog.clientTypes.filter { kinds.contains($0.kind.name) }
    let names = kinds.joined(separator: ", ")
    if let states, types.allSatisfy({ $0.isDiscrete }), !states.contains(.ended) {
      return Contradiction(
        field: Self.state.name, reason: "gestures of the kind \(names) are reported once",
        allowed: GestureState.ended.word)
    }
    let ranges = types.map { $0.allowedNumbersOfTouches }
    if let touchCounts, !touchCounts.contains(where: { count in ranges.contains { $0.contains(count) } }) {
      let allowed = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
      return Contradiction(
        field: Self.touchCount.name, reason: "no recognizer of the kind \(names) has that many fingers",
        allowed: allowed.joined(separator: ", "))
    }
    return nil
  }
}

/// The owners that a list or a filter includes in addition to its usual ones. The raw value is the word on the wire.
public enum OwnerScope: String, CaseIterable, Hashable, Sendable {
  /// All owners, as far as the reader may see their declarations (ADD-20).
  case all

  /// The field of requests that list.
  static let ofLists = FieldDescription(
    "owners", .word(of: OwnerScope.self),
    "The owners whose declarations are listed. all adds the user's other clients; for root, every client (ADD-20)."
  )
}
