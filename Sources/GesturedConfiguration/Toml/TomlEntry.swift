/// A key of a TOML table and its value.
struct TomlEntry: Sendable {
  /// The key: any text, since TOML allows quoted keys.
  var key: String
  /// Where the key begins.
  var keyPosition: TomlPosition
  /// What it is set to.
  var value: TomlValue
}
