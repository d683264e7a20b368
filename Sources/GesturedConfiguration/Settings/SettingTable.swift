/// A table of settings: of a file its entries in the order of the file, of a request by the alphabet.
public struct SettingTable: Hashable, Sendable {
  /// The entries, by the places of their keys.
  let entries: [SettingEntry]
  /// Where each key is, in a table of more than a few entries.
  private let places: [String: Int]
  /// About how many bytes it takes, rather too many: what clients declare is charged by that (H2).
  let keptBytes: Int
  /// A shorter table is gone through.
  private static let fewEntries = 16

  /// A table. The entries may come in any order (toml++ sorts them by key).
  init(_ entries: [SettingEntry]) {
    let entries = entries.sorted { $0.keyPosition < $1.keyPosition }
    self.entries = entries
    keptBytes = entries.reduce(64) { $0 + 2 * $1.key.utf8.count + $1.value.keptBytes }
    let isShort = entries.count <= Self.fewEntries
    places =
      isShort ? [:] : Dictionary(entries.indices.map { (entries[$0].key, $0) }) { first, _ in first }
  }

  /// The table that an object of a request is.
  ///
  /// - Parameters:
  ///   - fields: its fields; any texts and numbers.
  ///   - path: where it lies in the request, as `edits[0].add`.
  public init(_ fields: [String: PlainSetting], path: String) {
    self.init(
      fields.map { key, value in
        let place = SettingPlace.path(to: key, in: path)
        return SettingEntry(
          key: key, keyPosition: .request(place), value: SettingValue(value, path: place))
      })
  }

  /// The entry of a key; nil where there is none. There is one at most.
  subscript(key: String) -> SettingEntry? {
    if places.isEmpty { return entries.first { $0.key == key } }
    return places[key].map { entries[$0] }
  }

  /// This table with that of a later file laid over it, key by key: tables become one, and keep the place of the first;
  /// any other value is as the later file says it.
  func extended(by later: SettingTable) -> SettingTable {
    var positions: [String: Int] = [:]
    for (position, entry) in entries.enumerated() { positions[entry.key] = position }
    var merged = entries
    for entry in later.entries {
      guard let position = positions[entry.key] else {
        merged.append(entry)
        continue
      }
      if case .table(let old) = merged[position].value.content, case .table(let new) = entry.value.content {
        merged[position].value.content = .table(old.extended(by: new))
      } else {
        merged[position] = entry
      }
    }
    return SettingTable(merged)
  }

  /// This table with another laid over it: what the other sets is as there, what it sets to null is not set any
  /// more.
  ///
  /// - Parameter path: where the other lies in its request: what is wrong with the entries that stay is told of
  ///   there.
  func overlaid(by other: SettingTable, path: String) -> SettingTable {
    let kept = entries.filter { other[$0.key] == nil }.map { entry in
      var entry = entry
      entry.keyPosition = .request(path)
      entry.value.position = .request(path)
      return entry
    }
    return SettingTable(kept + other.entries.filter { $0.value.content != .null })
  }
}
