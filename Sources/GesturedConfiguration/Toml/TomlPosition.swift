/// A place in a file: line and column count from 1, columns in Unicode scalars.
struct TomlPosition: Hashable, Comparable, Sendable {
  /// The file's number among those that are read together.
  var file = 0
  /// The line.
  var line: Int
  /// The column.
  var column: Int

  static func < (a: TomlPosition, b: TomlPosition) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}

/// Why some bytes are not TOML, or more than is accepted.
struct TomlSyntaxError: Error, Hashable {
  /// The place of the error.
  var position: TomlPosition
  /// The error in the words of the parser; it may quote the file.
  var reason: String
  /// The word that the author may have meant.
  var hint: String?
}
