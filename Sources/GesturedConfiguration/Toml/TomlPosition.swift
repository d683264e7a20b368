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
