import GestureCore

/// Edits of regions and recognizers.
extension RequestDecoder {
  static func regions(_ reader: FieldReader) throws(RequestError) -> RegionsCommand {
    var edits: [RegionsCommand.Edit] = []
    try forEachObject(CommandFields.regionEdits, reader) { (edit) throws(RequestError) in
      switch try verb(of: edit, among: RegionEditFields.verbs) {
      case "add":
        edits.append(.add(try table(RegionEditFields.add, edit)))
      case "add_window":
        edits.append(.addWindow(try table(RegionEditFields.addWindow, edit)))
      case "change":
        edits.append(.change(try table(RegionEditFields.change, edit)))
      case "move":
        try edit.check([RegionEditFields.move, RegionEditFields.to])
        edits.append(
          .move(
            try required(RegionEditFields.move, edit.name), to: try required(RegionEditFields.to, edit.name)))
      case "reorder":
        try edit.check([RegionEditFields.reorder, RegionEditFields.inFrontOf])
        edits.append(
          .reorder(
            try required(RegionEditFields.reorder, edit.name),
            inFrontOf: try nameOrNull(RegionEditFields.inFrontOf, edit)))
      default:
        try edit.check([RegionEditFields.remove])
        edits.append(.remove(try required(RegionEditFields.remove, edit.name)))
      }
    }
    var command = RegionsCommand(edits: edits, keyWindow: try reader.name(CommandFields.keyWindow))
    command.includesAllOwners = try includesAllOwners(reader, isListing: command.isListing)
    return command
  }

  static func recognizers(_ reader: FieldReader) throws(RequestError) -> RecognizersCommand {
    var edits: [RecognizersCommand.Edit] = []
    try forEachObject(CommandFields.recognizerEdits, reader) { (edit) throws(RequestError) in
      switch try verb(of: edit, among: RecognizerEditFields.verbs) {
      case "add":
        edits.append(.add(try table(RecognizerEditFields.add, edit)))
      case "change":
        edits.append(.change(try table(RecognizerEditFields.change, edit)))
      case "enable":
        edits.append(.enable(try onlyName(RecognizerEditFields.enable, edit)))
      case "disable":
        edits.append(.disable(try onlyName(RecognizerEditFields.disable, edit)))
      default:
        edits.append(.remove(try onlyName(RecognizerEditFields.remove, edit)))
      }
    }
    var command = RecognizersCommand(edits: edits)
    command.includesAllOwners = try includesAllOwners(reader, isListing: command.isListing)
    return command
  }

  /// Whether a list is of all owners; where nothing is listed that says nothing.
  private static func includesAllOwners(_ reader: FieldReader, isListing: Bool) throws(RequestError) -> Bool {
    guard let scope = try reader.word(CommandFields.owners, OwnerScope.self) else { return false }
    guard isListing else {
      throw RequestError(
        .conflict, "owners is for a list, and the request changes something: send two requests",
        path: CommandFields.owners.name)
    }
    return scope == .all
  }

  /// Reads each object of a list, where the field is there.
  private static func forEachObject(
    _ field: FieldDescription, _ reader: FieldReader, _ read: (FieldReader) throws(RequestError) -> Void
  ) throws(RequestError) {
    guard let value = reader.fields[field.name] else { return }
    guard case .list(let values) = value else { throw reader.wrong(value, field) }
    for (index, value) in values.enumerated() {
      guard case .object(let fields) = value else { throw reader.wrong(value, field, at: index) }
      try read(FieldReader(fields: fields, path: "\(field.name)[\(index)]"))
    }
  }

  /// What an edit does: the one verb among its fields.
  private static func verb(of edit: FieldReader, among verbs: [String]) throws(RequestError) -> String {
    let given = verbs.filter { edit.fields[$0] != nil }
    if given.count == 1 { return given[0] }
    let allowed = "one of " + verbs.joined(separator: ", ")
    guard given.isEmpty else {
      throw RequestError(
        .invalidValue, "found \(given.joined(separator: " and ")); allowed: \(allowed)",
        path: edit.path(of: given[1]))
    }
    guard let unknown = edit.fields.keys.min() else {
      throw RequestError(.missingField, "missing; allowed: \(allowed)", path: edit.path)
    }
    throw RequestError(
      .unknownField, "unknown edit; allowed: \(allowed)", path: edit.path(of: unknown),
      hint: NearestWord.nearest(to: unknown, among: verbs))
  }

  private static func onlyName(
    _ field: FieldDescription, _ edit: FieldReader
  ) throws(RequestError) -> String {
    try edit.check([field])
    return try required(field, edit.name)
  }

  /// The most keys of the table that an edit carries: many more than any kind of recognizer has.
  private static let maximumKeys = 256

  /// The table that an edit carries. Its keys are the daemon's business, but for the name.
  private static func table(
    _ field: FieldDescription, _ edit: FieldReader
  ) throws(RequestError) -> RequestTable {
    try edit.check([field])
    let path = edit.path(of: field.name)
    guard let value = edit.fields[field.name], case .object(let fields) = value else {
      throw edit.wrong(edit.fields[field.name] ?? .null, field)
    }
    guard fields.count <= maximumKeys else {
      throw RequestError(
        .invalidValue, "found \(fields.count) keys; allowed: at most \(maximumKeys)", path: path)
    }
    guard let name = fields["name"] else {
      throw RequestError(.missingField, "missing; allowed: \(CommandFields.name)", path: path + ".name")
    }
    guard let text = name.asName else {
      throw RequestError(
        .invalidValue, "found \(name.asFound); allowed: \(CommandFields.name)", path: path + ".name")
    }
    return RequestTable(path: path, name: text, fields: fields)
  }
}
