internal import CToml

/// Reads TOML through toml++. The one file of this room with unsafe code: the calls into CToml.
enum TomlReader {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: any bytes; at most 1 MiB and 16 tables deep are taken.
  ///   - file: the number of the file, for places.
  /// - Throws: the first thing that is not TOML 1.0, or beyond those bounds.
  static func read(_ bytes: [UInt8], file: Int = 0) throws(TomlSyntaxError) -> SettingTable {
    let document = ParsedDocument(bytes, file: file)
    if let error = document.error { throw BareWord.explained(error, in: bytes) }
    return document.root
  }
}

/// Owns a `ctoml_document`. What is read from it is copied, so nothing points to it afterwards.
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

  /// Why there are no entries; nil where there are.
  var error: TomlSyntaxError? {
    guard let handle = unsafe handle else {
      return TomlSyntaxError(
        position: TomlPosition(file: file, line: 1, column: 1), reason: "not enough memory")
    }
    guard unsafe ctoml_entry_count(handle) == 0 else { return nil }
    let reason = unsafe Self.string(ctoml_error(handle))
    // What toml++ opens its sentences with says nothing that the reader of a message does not know.
    let opening = "Error while parsing "
    return unsafe TomlSyntaxError(
      position: position(ctoml_error_position(handle)),
      reason: reason.hasPrefix(opening) ? String(reason.dropFirst(opening.count)) : reason)
  }

  /// The document as a tree. Entries come after the one that holds them, so walking backwards meets each one
  /// after all that it holds.
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
