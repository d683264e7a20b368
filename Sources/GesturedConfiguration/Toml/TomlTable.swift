/// A TOML table: its entries in the order of the file.
struct TomlTable: Sendable {
  /// The entries, by the position of their keys.
  let entries: [TomlEntry]

  /// A table. The entries may come in any order (toml++ sorts them by key).
  init(_ entries: [TomlEntry]) {
    self.entries = entries.sorted { $0.keyPosition < $1.keyPosition }
  }

  /// The entry of a key; nil where there is none. TOML allows one at most.
  subscript(key: String) -> TomlEntry? {
    entries.first { $0.key == key }
  }
}
