internal import CToml

/// Reads TOML through toml++. This is the only file of the module with unsafe code: the calls into CToml.
enum TomlReader {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: any bytes; at most 1 MiB and 16 nested tables are accepted.
  ///   - file: the number of the file, for places.
  /// - Throws: the first error against TOML 1.0 or these bounds.
  static func read(_ bytes: [UInt8], file: Int = 0) throws(TomlSyntaxError) -> SettingTable {
    let document = ParsedDocument(bytes, file: file)
    if let error = document.error { throw BareWord.explained(error, in: bytes) }
    return document.root
  }
}

/// Owns a `ctoml_document`. All data is copied out of it, so no pointer to it remains.
@safe private struct ParsedDocument: ~Copyable {
  private let handle: OpaquePointer?
  private let file: Int

  /// The corresponding C function is `ctoml_parse`.
  init(_ bytes: [UInt8], file: Int) {
    self.file = file
    unsafe handle = bytes.withUnsafeBufferPointer { buffer in
      unsafe ctoml_parse(buffer.baseAddress, buffer.count)
    }
  }

  deinit {
    unsafe ctoml_free(handle)
  }

  /// The reason why there are no entries; nil where there are.
  var error: TomlSyntaxError? {
    guard let handle = unsafe handle else {
      return TomlSyntaxError(
        position: TomlPosition(file: file, line: 1, column: 1), reason: "not enough memory")
    }
    guard unsafe ctoml_entry_count(handle) == 0 else { return nil }
    let reason = unsafe Self.string(ctoml_error(handle))
    // The usual opening of toml++'s sentences is cut off, since it tells the reader nothing.
    let opening = "Error while parsing "
    return unsafe TomlSyntaxError(
      position: position(ctoml_error_position(handle)),
      reason: reason.hasPrefix(opening) ? String(reason.dropFirst(opening.count)) : reason)
  }

  /// The document as a tree. Each entry follows its parent, so walking backwards meets each entry after all of its
  /// children.
  var root: SettingTable {
    guard let handle = unsafe handle else { return SettingTable([]) }
    let entries = unsafe UnsafeBufferPointer(
      start: ctoml_entries(handle), count: ctoml_entry_count(handle))
    var held = [[SettingEntry]](repeating: [], count: entries.count)
    for number in entries.indices.dropFirst().reversed() {
      let entry = unsafe entries[number]
      unsafe held[entry.parent].append(
        SettingEntry(
          key: Self.string(entry.key), keyPosition: .file(position(entry.key_position)),
          value: SettingValue(
            content: Self.content(of: entry, holding: held[number]),
            position: .file(position(entry.value_position)))))
      held[number] = []
    }
    return SettingTable(held.first ?? [])
  }

  private static func content(of entry: ctoml_entry, holding held: [SettingEntry]) -> SettingValue.Content {
    switch unsafe entry.type {
    case CTOML_TABLE: .table(SettingTable(held))
    case CTOML_ARRAY: .array(held.reversed().map(\.value))
    case CTOML_STRING: unsafe .string(string(entry.text))
    case CTOML_INTEGER: unsafe .integer(Int(entry.integer))
    case CTOML_NUMBER: unsafe .number(entry.number)
    case CTOML_FLAG: unsafe .flag(entry.integer != 0)
    default: .date
    }
  }

  private static func string(_ text: ctoml_text) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
  }

  private func position(_ position: ctoml_position) -> TomlPosition {
    TomlPosition(file: file, line: Int(position.line), column: Int(position.column))
  }
}
