/// Why some bytes are not TOML, or more than we read.
struct TomlSyntaxError: Error, Hashable {
  /// Where.
  var position: TomlPosition
  /// What is wrong, in the words of the parser; may quote the file.
  var reason: String
  /// What the author perhaps meant.
  var hint: String?
}
