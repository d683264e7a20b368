/// Why some bytes are not TOML, or more than is accepted.
struct TomlSyntaxError: Error, Hashable {
  /// The place of the error.
  var position: TomlPosition
  /// The error in the words of the parser; it may quote the file.
  var reason: String
  /// The word that the author may have meant.
  var hint: String?
}
