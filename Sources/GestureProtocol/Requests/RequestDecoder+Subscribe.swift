import GestureCore

/// Subscriptions.
extension RequestDecoder {
  static func subscription(
    _ reader: FieldReader, _ limits: RequestLimits
  ) throws(RequestError) -> SubscribeCommand {
    var command = SubscribeCommand(filters: try filters(reader, limits))
    command.units = try reader.word(CommandFields.units, WireUnits.self) ?? .millimetres
    command.touches = try reader.word(CommandFields.touches, TouchLevel.self) ?? .none
    let rate = try reader.number(CommandFields.rate, in: 0...1000) ?? 0
    command.rate = rate > 0 ? rate : nil
    command.wantsSnapshot = try reader.flag(CommandFields.snapshot) ?? false
    return command
  }

  private static func filters(
    _ reader: FieldReader, _ limits: RequestLimits
  ) throws(RequestError) -> [FilterDescription] {
    let field = CommandFields.filter
    guard let value = reader.fields[field.name] else { return [] }
    guard case .list(let values) = value else { throw reader.wrong(value, field) }
    guard values.count <= limits.filters else {
      throw RequestError(
        .limitReached, "found \(values.count) filters; allowed: at most \(limits.filters)", path: field.name)
    }
    var filters: [FilterDescription] = []
    for (index, value) in values.enumerated() {
      guard case .object(let fields) = value else { throw reader.wrong(value, field, at: index) }
      filters.append(try filter(FieldReader(fields: fields, path: "\(field.name)[\(index)]")))
    }
    return filters
  }

  private static func filter(_ reader: FieldReader) throws(RequestError) -> FilterDescription {
    try reader.check(CommandDescription.filter)
    var filter = FilterDescription()
    filter.types = try reader.words(FilterFields.type, FilterDescription.LineType.self)
    filter.kinds = try reader.oneOrMany(FilterFields.kind) { (value, index) throws(RequestError) in
      guard let kind = value.asName else { throw reader.wrong(value, FilterFields.kind, at: index) }
      guard FilterFields.kinds.contains(kind) else {
        let hint = NearestWord.nearest(to: kind, among: FilterFields.kinds)
        throw reader.wrong(value, FilterFields.kind, at: index, hint: hint)
      }
      return kind
    }
    filter.recognizers = try reader.names(FilterFields.recognizer)
    filter.touchCounts = try reader.oneOrMany(FilterFields.touchCount) {
      (value, index) throws(RequestError) in
      guard case .integer(let count) = value, (1...10).contains(count) else {
        throw reader.wrong(value, FilterFields.touchCount, at: index)
      }
      return count
    }
    filter.states = try reader.states(FilterFields.state, among: FilterFields.states, isList: true)
    filter.regions = try reader.names(FilterFields.region)
    filter.includesDescendants = try reader.flag(FilterFields.descendants) ?? true
    filter.devices = try reader.oneOrMany(FilterFields.device) { (value, index) throws(RequestError) in
      guard let device = value.asDevice else { throw reader.wrong(value, FilterFields.device, at: index) }
      return device
    }
    filter.includesAllOwners = try reader.word(FilterFields.owners, OwnerScope.self) == .all
    return filter
  }
}

extension FieldReader {
  /// Names: one or a list of at least one; nil where there are none.
  fileprivate func names(_ field: FieldDescription) throws(RequestError) -> [String]? {
    // Each is looked for among all regions or recognizers whenever these change.
    if case .list(let names)? = fields[field.name], names.count > 256 {
      throw RequestError(
        .limitReached, "found \(names.count) names; allowed: at most 256", path: path(of: field.name))
    }
    return try oneOrMany(field) { (value, index) throws(RequestError) in
      guard let name = value.asName else { throw wrong(value, field, at: index) }
      return name
    }
  }

  /// The number of a question or an offer; nil where it is not there.
  func serial(_ field: FieldDescription) throws(RequestError) -> Int? {
    try integer(field, in: 0...Int.max)
  }

  /// The states that words name: one, or a list where that is allowed; nil where there are none.
  func states(
    _ field: FieldDescription, among states: [GestureState], isList: Bool
  ) throws(RequestError) -> [GestureState]? {
    if !isList, let value = fields[field.name], case .list = value { throw wrong(value, field) }
    return try oneOrMany(field) { (value, index) throws(RequestError) in
      guard case .text(let word) = value else { throw wrong(value, field, at: index) }
      guard let state = states.first(where: { $0.word == word }) else {
        let hint = NearestWord.nearest(to: word, among: states.map(\.word))
        throw wrong(value, field, at: index, hint: hint)
      }
      return state
    }
  }
}
