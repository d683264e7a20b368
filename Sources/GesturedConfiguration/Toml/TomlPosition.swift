/// A place in a file: both count from 1, the column in Unicode scalars.
struct TomlPosition: Hashable, Comparable, Sendable {
  /// The line.
  var line: Int
  /// The column.
  var column: Int

  static func < (a: TomlPosition, b: TomlPosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}
