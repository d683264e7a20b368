import GestureCore

/// Makes a request of a JSON object, or says what is wrong with it.
public enum RequestDecoder {
  /// Reads the members of an object.
  ///
  /// - Throws: the first thing that is wrong, in the order: the id, the command, its fields (unknown ones by the
  ///   alphabet, missing ones, values).
  public static func decode(
    _ fields: [String: JSONValue], limits: RequestLimits = RequestLimits()
  ) throws(RequestFailure) -> Request {
    let line = try RequestLine(fields)
    do throws(RequestError) {
      return Request(id: line.id, command: try command(of: line, limits))
    } catch {
      throw RequestFailure(id: line.id, error)
    }
  }

  private static func command(
    of line: RequestLine, _ limits: RequestLimits
  ) throws(RequestError) -> Command {
    let names = CommandDescription.all.map(\.name)
    guard let value = line.fields["command"] else {
      throw RequestError(
        .missingField, "missing; allowed: one of \(names.joined(separator: ", "))", path: "command")
    }
    guard case .text(let name) = value else {
      throw RequestError(
        .invalidValue, "found \(value.asFound); allowed: one of \(names.joined(separator: ", "))",
        path: "command")
    }
    guard let description = CommandDescription.all.first(where: { $0.name == name }) else {
      throw RequestError(
        .unknownCommand, "found \(value.asFound); allowed: one of \(names.joined(separator: ", "))",
        path: "command", hint: NearestWord.nearest(to: name, among: names))
    }
    let reader = FieldReader(fields: line.fields, path: "")
    try reader.check(description.fields, besides: ["command", "id"])
    return try command(name, reader, limits)
  }

  /// Reads the fields of a command that there is. They are those that it has, and the required ones are there.
  private static func command(
    _ name: String, _ reader: FieldReader, _ limits: RequestLimits
  ) throws(RequestError) -> Command {
    switch name {
    case "subscribe": .subscribe(try subscription(reader, limits))
    case "unsubscribe": .unsubscribe
    case "regions": .regions(try regions(reader))
    case "recognizers": .recognizers(try recognizers(reader))
    case "set": .set(try adjustment(reader))
    case "forward":
      .forward(
        ForwardCommand(
          region: try required(CommandFields.region, reader.name),
          isEnabled: try required(CommandFields.enabled, reader.flag)))
    case "inhibit": .inhibit
    case "release": .release
    case "ignore_interaction":
      .ignoreInteraction(try interaction(reader))
    case "cancel_touches": .cancelTouches(device: try reader.device(CommandFields.device))
    case "focus": .focus(try nameOrNull(CommandFields.focusedRegion, reader))
    case "orientation": .orientation(try orientation(reader))
    case "motion_subscribe":
      .motionSubscribe(
        rate: try required(CommandFields.motionRate) { (field) throws(RequestError) in
          try reader.number(field, in: 1...100)
        })
    case "motion_unsubscribe": .motionSubscribe(rate: nil)
    case "motion_get": .motionGet
    case "remote": .remote(try remote(reader))
    case "audio": .audio(try audio(reader))
    case "status": .status
    case "devices": .devices
    case "ping": .ping
    case "answer":
      .answer(
        AnswerCommand(
          question: UInt64(try required(CommandFields.question, reader.serial)),
          value: try required(CommandFields.answer, reader.flag)))
    case "state": .state(try state(reader, limits))
    default: preconditionFailure("each command of the table is read here")
    }
  }

  private enum Ignoring: String, CaseIterable {
    case begin, end
  }

  private static func interaction(_ reader: FieldReader) throws(RequestError) -> InteractionChange {
    let state = try required(CommandFields.interactionState) { (field) throws(RequestError) in
      try reader.word(field, Ignoring.self)
    }
    let wakes = try reader.flag(CommandFields.wakes)
    switch state {
    case .begin:
      guard wakes == nil else { throw reader.wrong(.flag(wakes == true), CommandFields.wakes) }
      return .begin
    case .end: return wakes == true ? .wake : .end
    }
  }

  /// What a field says that is there, as was checked.
  static func required<Value>(
    _ field: FieldDescription, _ read: (FieldDescription) throws(RequestError) -> Value?
  ) throws(RequestError) -> Value {
    guard let value = try read(field) else {
      throw RequestError(.missingField, "missing; allowed: \(field.allowed)", path: field.name)
    }
    return value
  }

  /// A name, or nil for null.
  static func nameOrNull(
    _ field: FieldDescription, _ reader: FieldReader
  ) throws(RequestError) -> String? {
    reader.fields[field.name] == .null ? nil : try reader.name(field)
  }

  private static func orientation(_ reader: FieldReader) throws(RequestError) -> OrientationCommand {
    let device = try required(CommandFields.turnedDevice, reader.device)
    let field = CommandFields.degrees
    let degrees = try required(field) { (field) throws(RequestError) in
      try reader.integer(field, in: 0...270)
    }
    guard degrees.isMultiple(of: 90) else { throw reader.wrong(.integer(degrees), field) }
    return OrientationCommand(device: device, rotation: degrees)
  }

  private static func adjustment(_ reader: FieldReader) throws(RequestError) -> SetCommand {
    let recognizer = try required(CommandFields.recognizer, reader.name)
    let device = try reader.device(CommandFields.device)
    let fields = [
      CommandFields.translation, CommandFields.scale, CommandFields.rotation, CommandFields.identity,
    ]
    let given = fields.filter { reader.fields[$0.name] != nil }
    guard given.count == 1, let field = given.first, let value = reader.fields[field.name] else {
      let names = fields.map(\.name).joined(separator: ", ")
      throw RequestError(
        given.isEmpty ? .missingField : .invalidValue,
        "found \(given.isEmpty ? "no" : "more than one") value; allowed: one of \(names)",
        path: given.last?.name ?? CommandFields.translation.name)
    }
    return SetCommand(
      recognizer: recognizer, value: try adjustment(field, value, reader), device: device)
  }

  private static func adjustment(
    _ field: FieldDescription, _ value: JSONValue, _ reader: FieldReader
  ) throws(RequestError) -> GestureAdjustment {
    switch field {
    case CommandFields.translation:
      guard case .list(let values) = value, values.count == 2, let x = values[0].asDouble,
        let y = values[1].asDouble, max(abs(x), abs(y)) <= 10_000
      else { throw reader.wrong(value, field) }
      return .translation(Vector(x, y))
    case CommandFields.scale:
      guard let scale = try reader.number(field, in: 0.0001...10_000) else {
        throw reader.wrong(value, field)
      }
      return .scale(scale)
    case CommandFields.rotation:
      guard let rotation = try reader.number(field, in: -1000...1000) else {
        throw reader.wrong(value, field)
      }
      return .rotation(rotation)
    default:
      guard value == .flag(true) else { throw reader.wrong(value, field) }
      return .identity
    }
  }

  private static func state(
    _ reader: FieldReader, _ limits: RequestLimits
  ) throws(RequestError) -> StateCommand {
    let event = try required(CommandFields.event, reader.serial)
    let state = try required(CommandFields.recognizerState) { (field) throws(RequestError) in
      try reader.states(field, among: CommandFields.states, isList: false)?.first
    }
    var ignored: [Int] = []
    if let value = reader.fields[CommandFields.ignore.name] {
      guard case .list(let values) = value, values.count <= 100 else {
        throw reader.wrong(value, CommandFields.ignore)
      }
      for (index, value) in values.enumerated() {
        guard case .integer(let id) = value, id >= 0 else {
          throw reader.wrong(value, CommandFields.ignore, at: index)
        }
        ignored.append(id)
      }
    }
    let deadline = try reader.number(CommandFields.deadline, in: 0...2)
    var values: [UInt8]?
    if let value = reader.fields[CommandFields.values.name] {
      var text: [UInt8] = []
      value.append(to: &text)
      guard case .object = value, text.count <= limits.valueBytes else {
        throw reader.wrong(value, CommandFields.values)
      }
      values = text
    }
    return StateCommand(
      event: UInt64(event), state: state, ignored: ignored,
      deadline: deadline.map { .milliseconds($0 * 1000) },
      values: values)
  }
}
